import { useState } from 'react'
import { AddButton } from '@/ui/admin/controls'
import { hasErrorsAt } from '@/ui/admin/field-errors'
import { cx } from '@/ui/cx'
import { FieldsForm } from './fields-form'
import { addableKinds, kindOf, type SectionKind, sectionKind, sectionName, sectionsOf } from './home-sections'
import { ItemCard } from './list-control'
import { useFormErrors } from './plain-controls'
import { useItems } from './use-items'
import { objectOf, textOf, type Value, type Values } from './values'

/** Whether visitors see a section. */
function ShownSwitch({
  name,
  isOn,
  onChange,
}: {
  name: string
  isOn: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`Show ${name}`}
      onClick={() => onChange(!isOn)}
      className="tap inline-flex items-center gap-2 rounded-full px-1 text-sm"
    >
      <span
        aria-hidden
        className={cx(
          'flex h-6 w-10 flex-none items-center rounded-full border p-0.5 transition-colors',
          isOn ? 'justify-end border-lagoon bg-lagoon' : 'justify-start border-control bg-white',
        )}
      >
        <span className={cx('size-4.5 rounded-full', isOn ? 'bg-white' : 'bg-control')} />
      </span>
      <span aria-hidden className="w-6 text-start text-cocoa">
        {isOn ? 'On' : 'Off'}
      </span>
    </button>
  )
}

const newSection = ({ kind, blank }: SectionKind): Values => ({ kind, isShown: true, ...blank })

/** Kinds of sections that the page does not have yet. */
function AddSection({ kinds, onAdd }: { kinds: readonly SectionKind[]; onAdd: (kind: SectionKind) => void }) {
  if (kinds.length === 0) return null
  return (
    <section aria-labelledby="add-section" className="grid gap-2">
      <h2 id="add-section" className="font-medium">
        Add a section
      </h2>
      <ul className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <li key={kind.kind}>
            <AddButton onClick={() => onAdd(kind)}>{kind.label}</AddButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The sections of the home page from top to bottom: each is switched, moved, and edited in place. */
export function HomeEditor({ home, onChange }: { home: Values; onChange: (home: Values) => void }) {
  const sections = sectionsOf(home)
  const { errors, clearErrors } = useFormErrors()
  const [open, setOpen] = useState<readonly number[]>([])
  const change = (next: readonly Value[]) => onChange({ ...home, sections: next })
  const list = useItems(sections, change, () => clearErrors('sections'), 'Section')
  const toggle = (key: number) =>
    setOpen((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]))
  const add = (kind: SectionKind) => setOpen([...open, list.add(newSection(kind))])
  return (
    <div className="grid min-w-0 gap-5">
      <ul aria-label="Sections" id={list.addId} tabIndex={-1} className="grid min-w-0 gap-2">
        {sections.map((section, index) => {
          const key = list.keys[index] ?? index
          const values = objectOf(section)
          const kind = sectionKind(section)
          const name = sectionName(sections, index)
          const isInvalid = hasErrorsAt(errors, `sections[${index}]`)
          return (
            <ItemCard
              key={key}
              name={name}
              title={textOf(values.heading) || kind?.about}
              isOpen={open.includes(key) || isInvalid}
              onToggle={() => toggle(key)}
              isInvalid={isInvalid}
              index={index}
              count={sections.length}
              onMove={(to) => list.move(index, to)}
              onRemove={kindOf(section) === 'text' ? () => list.remove(index) : undefined}
              aside={
                <ShownSwitch
                  name={name}
                  isOn={values.isShown !== false}
                  onChange={(isShown) => list.replace(index, { ...values, isShown })}
                />
              }
            >
              <FieldsForm
                fields={kind?.fields ?? []}
                value={values}
                onChange={(next) => list.replace(index, next)}
                path={`sections[${index}]`}
              />
            </ItemCard>
          )
        })}
      </ul>
      <AddSection kinds={addableKinds(sections)} onAdd={add} />
      <p role="status" className="sr-only">
        {list.news}
      </p>
    </div>
  )
}

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hasErrorsAt } from '@/ui/admin/field-errors'
import { Button } from '@/ui/button'
import { FieldsForm } from './fields-form'
import { useFormErrors } from './form-context'
import { addableKinds, kindOf, type SectionKind, sectionKind, sectionName, sectionsOf } from './home-sections'
import { ItemCard } from './item-card'
import { ShownSwitch } from './shown-switch'
import { useItems } from './use-items'
import { objectOf, textOf, type Value, type Values } from './values'

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
            <Button variant="secondary" size="sm" onClick={() => onAdd(kind)}>
              <Plus aria-hidden size={18} />
              {kind.label}
            </Button>
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

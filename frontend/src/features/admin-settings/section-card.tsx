import type { ReactNode } from 'react'
import { IntegerControl, Panel } from './controls'
import { SectionForm, type SectionState } from './section-form'
import type { Section } from './use-section'

/** A card with a form that is saved alone, where a page has several. */
export function SectionCard({
  title,
  intro,
  save,
  state,
  children,
}: {
  title: string
  intro: string
  /** The label of the button. */
  save: string
  state: SectionState
  children: ReactNode
}) {
  return (
    <Panel title={title} intro={intro}>
      <SectionForm state={state} label={save} inline>
        {children}
      </SectionForm>
    </Panel>
  )
}

type IntegerField<Name> = {
  name: Name
  label: string
  hint: string
  /** The field's name in the API, where it is another. */
  path?: string
}

/** Whole numbers, two beside each other. */
export function IntegerFields<Name extends string>({
  section: { values, errors, edit },
  fields,
}: {
  section: Section<Record<Name, string>>
  fields: readonly IntegerField<Name>[]
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, label, hint, path = name }) => (
        <IntegerControl
          key={name}
          label={label}
          hint={hint}
          path={path}
          errors={errors}
          value={values[name]}
          onChange={(text) => edit({ [name]: text } as Record<Name, string>, path)}
        />
      ))}
    </div>
  )
}

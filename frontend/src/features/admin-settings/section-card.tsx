import type { ReactNode } from 'react'
import { Panel } from './controls'
import { SectionForm, type SectionState } from './section-form'

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

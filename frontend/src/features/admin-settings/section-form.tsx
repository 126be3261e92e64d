import type { ReactNode } from 'react'
import { VersionConflict } from '@/ui/admin/conflict-frame'
import { SaveForm } from '@/ui/admin/save-form'
import type { FormConflict, FormState } from '@/ui/admin/use-versioned-form'

/** What a form needs of its section. */
export type SectionState = FormState & { conflict: FormConflict | null }

/** The parts of a form that all sections share: what changed meanwhile, the fields, and the buttons. */
export function SectionForm({
  state,
  label,
  inline,
  children,
}: {
  state: SectionState
  /** The label of the button, where a page has several forms. */
  label?: string
  /** The buttons end the form, instead of staying in view. */
  inline?: boolean
  children: ReactNode
}) {
  const { conflict, pending } = state
  return (
    <SaveForm state={state} {...(label !== undefined && { label })} {...(inline && { inline })}>
      {conflict && (
        <VersionConflict
          key={conflict.version}
          title="These settings have changed since you opened them"
          conflict={conflict}
          none="What is in the form is the same as the settings as they are now."
          pending={pending}
        >
          <p>
            Nothing has been saved yet, and nothing that you typed is lost. Saving your changes keeps the
            present values wherever you changed nothing.
          </p>
        </VersionConflict>
      )}
      {/* What is typed during a save would be lost with its answer. */}
      <fieldset disabled={pending} className="grid min-w-0 gap-5">
        {children}
      </fieldset>
    </SaveForm>
  )
}

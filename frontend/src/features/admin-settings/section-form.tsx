import { type ReactNode, useEffect, useRef } from 'react'
import { ConflictFrame, Differences } from '@/ui/admin/conflict-frame'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import type { useSection } from './use-section'

/** Gives the focus back when a save ends: what is disabled meanwhile loses it. */
function useKeptFocus(pending: boolean) {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (pending) return
    const element = last.current
    last.current = null
    if (element instanceof HTMLElement && document.activeElement === document.body) element.focus()
  }, [pending])
  return () => {
    last.current = document.activeElement
  }
}

/** What a form needs of its section. */
export type SectionState = Omit<ReturnType<typeof useSection>, 'section'>

/** The parts of a form that all sections share: what changed meanwhile, the fields, and the buttons. */
export function SectionForm({
  state,
  label = 'Save',
  inline = false,
  children,
}: {
  state: SectionState
  /** The label of the button, where a page has several forms. */
  label?: string
  /** The buttons end the form, instead of staying in view. */
  inline?: boolean
  children: ReactNode
}) {
  const { form, conflict, pending, dirty } = state
  const keepFocus = useKeptFocus(pending)
  return (
    <form
      ref={form}
      noValidate
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        keepFocus()
        state.save()
      }}
    >
      {conflict && (
        <ConflictFrame
          key={conflict.version}
          title="These settings have changed since you opened them"
          buttons={
            <>
              <Button size="sm" pending={pending} onClick={conflict.keepMine}>
                Save my changes
              </Button>
              <Button size="sm" variant="secondary" disabled={pending} onClick={conflict.takeTheirs}>
                Take the present values
              </Button>
            </>
          }
        >
          <p>
            Nothing has been saved yet, and nothing that you typed is lost. Saving your changes keeps the
            present values wherever you changed nothing.
          </p>
          <Differences
            rows={conflict.differences}
            none="What is in the form is the same as the settings as they are now."
          />
        </ConflictFrame>
      )}
      {/* What is typed during a save would be lost with its answer. */}
      <fieldset disabled={pending} className="grid min-w-0 gap-5">
        {children}
      </fieldset>
      <div
        className={cx(
          'flex flex-wrap items-center justify-end gap-3',
          !inline && 'sticky bottom-0 z-10 -mx-4 border-t border-line bg-shell px-4 py-3 sm:mx-0 sm:px-0',
        )}
      >
        <p role="status" className="me-auto text-sm text-cocoa">
          {dirty && 'Not saved yet'}
        </p>
        {dirty && (
          <Button
            variant="secondary"
            disabled={pending}
            onClick={() => {
              state.discard()
              // This button is gone then.
              form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
            }}
          >
            Discard
          </Button>
        )}
        <Button type="submit" pending={pending} pendingLabel="Saving...">
          {label}
        </Button>
      </div>
    </form>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import type { FormState } from './use-versioned-form'

/** Gives the focus back when a save ends: what is disabled meanwhile loses it. */
function useKeptFocus(pending: boolean) {
  const save = useRef<HTMLButtonElement>(null)
  const last = useRef<Element | null>(null)
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !pending && document.activeElement === document.body) {
      const target =
        last.current instanceof HTMLElement && last.current.isConnected ? last.current : save.current
      target?.focus()
    }
    if (!pending) last.current = null
    wasPending.current = pending
  }, [pending])
  const keep = () => {
    last.current = document.activeElement
  }
  return { save, keep }
}

/** The form of a `useVersionedForm`, with the buttons that save and discard. */
export function SaveForm({
  state: { form, pending, dirty, save, discard },
  label = 'Save',
  inline = false,
  name,
  children,
}: {
  state: FormState
  /** The label of the button that saves. */
  label?: string
  /** The buttons end the form, instead of staying in view. */
  inline?: boolean
  /** The accessible name of the form. */
  name?: string
  children: ReactNode
}) {
  const focus = useKeptFocus(pending)
  return (
    <form
      ref={form}
      noValidate
      aria-label={name}
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        focus.keep()
        save()
      }}
    >
      {children}
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
              discard()
              // This button is gone then.
              focus.save.current?.focus()
            }}
          >
            Discard
          </Button>
        )}
        <Button ref={focus.save} type="submit" pending={pending} pendingLabel="Saving...">
          {label}
        </Button>
      </div>
    </form>
  )
}

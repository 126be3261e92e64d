import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'

/** Saves or discards what was typed; it stays in view. */
export function SaveBar({
  dirty,
  pending,
  onDiscard,
}: {
  dirty: boolean
  pending: boolean
  onDiscard: () => void
}) {
  const save = useRef<HTMLButtonElement>(null)
  const wasPending = useRef(false)
  // A disabled button loses the focus.
  useEffect(() => {
    if (wasPending.current && !pending && document.activeElement === document.body) save.current?.focus()
    wasPending.current = pending
  }, [pending])
  const discard = () => {
    onDiscard()
    save.current?.focus()
  }
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-shell px-4 py-3 sm:mx-0 sm:px-0">
      <p role="status" className="me-auto text-sm text-cocoa">
        {dirty && 'Not saved yet'}
      </p>
      {dirty && (
        <Button variant="secondary" disabled={pending} onClick={discard}>
          Discard
        </Button>
      )}
      <Button ref={save} type="submit" pending={pending} pendingLabel="Saving...">
        Save draft
      </Button>
    </div>
  )
}

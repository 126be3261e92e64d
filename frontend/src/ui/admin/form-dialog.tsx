import { type ReactNode, useState } from 'react'
import { useLeaveGuard } from '@/lib/use-leave-guard'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, type DialogProps } from '@/ui/dialog'

type LeaveDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was changed, as in 'Your changes to … have not been saved'. */
  what: string
  onLeave: () => void
}

/** Asks before unsaved changes are lost. */
function LeaveDialog({ open, onOpenChange, what, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Leave without saving?"
      description={`Your changes to ${what} have not been saved. If you leave now, they are lost.`}
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={onLeave}
    />
  )
}

/**
 * Asks before changes to `what` are lost, whether by a link, the back button or closing the page. Call `release`
 * before leaving on purpose. `onLeave` is called when the user discards the changes.
 */
export function useUnsavedChanges(dirty: boolean, what: string, onLeave?: () => void) {
  const { blocker, release } = useLeaveGuard(dirty)
  const dialog = (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      what={what}
      onLeave={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    />
  )
  return { dialog, release }
}

type FormDialogProps = Pick<DialogProps, 'open' | 'onOpenChange' | 'title' | 'description' | 'footer'> & {
  /** What the form changes, as in 'Your changes to … have not been saved'. */
  what: string
  /** Whether the form has unsaved input. */
  dirty: boolean
  children: ReactNode
}

/**
 * A form in a dialog. Escape, the backdrop, a link, the back button and closing the page ask before unsaved input is lost. Use one
 * per page, and none beside the page's own `useUnsavedChanges`.
 */
export function FormDialog({ what, dirty, open, onOpenChange, children, ...dialog }: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  const unsaved = useUnsavedChanges(open && dirty, what)
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(next) => (next || !dirty ? onOpenChange(next) : setAsking(true))}
    >
      {children}
      <LeaveDialog
        open={asking}
        onOpenChange={setAsking}
        what={what}
        onLeave={() => {
          setAsking(false)
          onOpenChange(false)
        }}
      />
      {unsaved.dialog}
    </Dialog>
  )
}

import { useState } from 'react'
import { useLeaveGuard } from '@/lib/use-leave-guard'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { DialogOfForm, type DialogOfFormProps } from '@/ui/dialog-form'

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

type FormDialogProps = Omit<DialogOfFormProps, 'onCancel' | 'onDirty'> & {
  /** What the form changes, as in 'Your changes to … have not been saved'. */
  what: string
}

/**
 * A `DialogForm` in a dialog. Escape, the backdrop, a link, the back button and closing the page ask before unsaved input is lost. Use one
 * per page, and none on a page with its own `useUnsavedChanges`.
 */
export function FormDialog({ what, open, onOpenChange, children, ...dialog }: FormDialogProps) {
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  const unsaved = useUnsavedChanges(open && dirty, what)
  return (
    <DialogOfForm
      {...dialog}
      open={open}
      onOpenChange={(next) => (next || !dirty ? onOpenChange(next) : setAsking(true))}
      onCancel={() => onOpenChange(false)}
      onDirty={setDirty}
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
    </DialogOfForm>
  )
}

import { ConfirmDialog } from '@/ui/confirm-dialog'

export type LeaveDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was changed, as in 'Your changes to … have not been saved'. */
  what: string
  onLeave: () => void
}

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ open, onOpenChange, what, onLeave }: LeaveDialogProps) {
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

import { type ReactNode, useState } from 'react'
import { Dialog, type DialogProps } from '@/ui/dialog'
import { LeaveDialog } from './leave-dialog'
import { useUnsavedChanges } from './use-unsaved-changes'

export type FormDialogProps = Pick<
  DialogProps,
  'open' | 'onOpenChange' | 'title' | 'description' | 'footer'
> & {
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

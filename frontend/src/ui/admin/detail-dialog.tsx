import type { ReactNode } from 'react'
import { Button } from '@/ui/button'
import { Dialog, type DialogProps } from '@/ui/dialog'

/** A dialog that shows something, with a button that closes it. */
export function DetailDialog({
  onClose,
  actions,
  ...dialog
}: Omit<DialogProps, 'onOpenChange' | 'footer'> & {
  onClose: () => void
  /** Further buttons. */
  actions?: ReactNode
}) {
  return (
    <Dialog
      size="lg"
      {...dialog}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {actions}
        </>
      }
    />
  )
}

import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button'
import { cx } from './cx'
import { POPUP } from './dialog'
import { BACKDROP } from './overlay-class'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The question, which names the object. */
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** While true, both buttons are disabled and the dialog stays open. */
  pending?: boolean
  pendingLabel?: string
  /** The caller closes the dialog afterwards. */
  onConfirm: () => void
  /** Receives the focus on opening; Cancel by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Receives the focus on closing; true or absent: the element that had it before. */
  finalFocus?: () => HTMLElement | true
  /** Between question and buttons, such as a quantity. */
  children?: ReactNode
}

/** Asks before an action. The backdrop does not close it, and Cancel has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  pending = false,
  pendingLabel,
  onConfirm,
  initialFocus,
  finalFocus,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next || !pending) && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup
          className={cx(POPUP, 'p-6 sm:max-w-md sm:p-7')}
          initialFocus={initialFocus ?? cancel}
          finalFocus={finalFocus}
        >
          <AlertDialog.Title className="font-display text-2xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-cocoa">{description}</AlertDialog.Description>
          {children}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button ref={cancel} variant="secondary" disabled={pending} onClick={() => onOpenChange(false)}>
              {cancelLabel}
            </Button>
            <Button
              variant={tone === 'danger' ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={pendingLabel}
              onClick={() => open && onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

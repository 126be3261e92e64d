import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button'
import { cx } from './cx'
import { POPUP } from './dialog'
import { BACKDROP } from './overlay-class'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The question; names the thing that it is about. */
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** While true both buttons wait and the dialog stays. */
  pending?: boolean
  pendingLabel?: string
  /** Does the work; the caller closes the dialog when it is done. */
  onConfirm: () => void
  /** What takes the focus when it opens, where the question asks for something; without it Cancel does. */
  initialFocus?: RefObject<HTMLElement | null>
  /** What takes the focus when it closes; true, as without it: where it was before. */
  finalFocus?: () => HTMLElement | true
  /** Between question and buttons, such as a quantity. */
  children?: ReactNode
}

/** Asks before something is done. The backdrop does not close it; the safe answer has the focus. */
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

// A dialog around one form: its buttons are in the footer of the dialog, and follow the form.
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './button'
import { Dialog, type DialogProps } from './dialog'

const Context = createContext({
  id: '',
  onPending: (_: boolean): void => {},
  onDirty: (_: boolean): void => {},
})

const ignore = () => {}

export type DialogOfFormProps = DialogProps & {
  /** The label of the button that sends the form, also while it is sent. */
  label: string
  pendingLabel?: string
  /** Before the buttons. */
  aside?: ReactNode
  /** Called by the button Cancel; absent: the dialog is closed. */
  onCancel?: () => void
  /** Called with whether the form has unsaved input. */
  onDirty?: (dirty: boolean) => void
}

/** A dialog with a `DialogForm`. It stays open while the form is sent. */
export function DialogOfForm({
  label,
  pendingLabel,
  aside,
  footer,
  onOpenChange,
  onCancel = () => onOpenChange(false),
  onDirty = ignore,
  children,
  ...dialog
}: DialogOfFormProps) {
  const id = useId()
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => (next || !pending) && onOpenChange(next)}
      footer={
        footer ?? (
          <>
            {aside}
            <Button variant="secondary" disabled={pending} onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" form={id} pending={pending} pendingLabel={pendingLabel}>
              {label}
            </Button>
          </>
        )
      }
    >
      <Context value={{ id, onPending: setPending, onDirty }}>{children}</Context>
    </Dialog>
  )
}

/** The form of a dialog. The first wrong field receives the focus when it is refused. */
export function DialogForm({
  pending = false,
  dirty = false,
  onSubmit,
  children,
}: {
  pending?: boolean
  /** Whether it has unsaved input. */
  dirty?: boolean
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}) {
  const { id, onPending, onDirty } = useContext(Context)
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  useEffect(() => {
    onPending(pending)
    return () => onPending(false)
  }, [pending, onPending])
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog may be inside another form of the tree.
        event.stopPropagation()
        onSubmit(event)
        setAttempt(attempt + 1)
      }}
    >
      {children}
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { CodeField } from '@/ui/code-field'
import { Dialog } from '@/ui/dialog'
import { PasswordField } from '@/ui/field'
import { FormButtons } from '@/ui/form-buttons'
import { isCodeNeeded, isConfirmNeeded, securityQueries, useConfirmSession } from './queries'

type FormProps = {
  id: string
  field: RefObject<HTMLInputElement | null>
  onPending: (pending: boolean) => void
  onConfirmed: () => void
}

function ConfirmForm({ id, field, onPending, onConfirmed }: FormProps) {
  const { data } = useQuery(securityQueries.own())
  const { user } = useSession()
  const { mutateAsync, error, reset } = useConfirmSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const asksCode = data?.secondFactor.enabled === true || isCodeNeeded(error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be inside another form of the tree.
    event.stopPropagation()
    setChecked(true)
    if (password === '' || (asksCode && code.trim() === '')) return
    onPending(true)
    try {
      await mutateAsync({ password, ...(asksCode && { code: code.trim() }) })
      onConfirmed()
    } catch {
      // The reason is shown in the form.
    }
    onPending(false)
  }
  const faults = firstFieldErrors(error)
  const refusal =
    error !== null && !isCodeNeeded(error) && Object.keys(faults).length === 0 ? messageOf(error) : null
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {/* Tells a password manager whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <div role="alert">
        {refusal !== null && (
          <p className="rounded-input bg-error-wash px-4 py-3 font-medium text-error">{refusal}</p>
        )}
      </div>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        ref={field}
        value={password}
        error={checked && password === '' ? 'Password is required' : faults.password}
        onChange={(event) => {
          setPassword(event.target.value)
          if (refusal !== null) reset()
        }}
      />
      {asksCode && (
        <CodeField
          value={code}
          error={checked && code.trim() === '' ? 'Enter a code' : faults.code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </form>
  )
}

type ConfirmSessionProps = { open: boolean; onDismiss: () => void; onConfirmed: () => void }

/** Asks for the password before a dangerous step. */
function ConfirmSession({ open, onDismiss, onConfirmed }: ConfirmSessionProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !pending && onDismiss()}
      title="Confirm that it is you"
      description="This step needs your password. For 10 minutes you are not asked again."
      size="sm"
      initialFocus={field}
      footer={
        <FormButtons
          formId={id}
          label="Confirm"
          pending={pending}
          pendingLabel="Checking..."
          onCancel={onDismiss}
        />
      }
    >
      <ConfirmForm id={id} field={field} onPending={setPending} onConfirmed={onConfirmed} />
    </Dialog>
  )
}

type Callbacks<Data> = {
  onSuccess?: ((data: Data) => void) | undefined
  onError?: ((error: Error) => void) | undefined
  /** After the answer; not when the question for the password is dismissed. */
  onSettled?: (() => void) | undefined
}

/**
 * A mutation that may need a confirmed session. Where the server asks for one (403 `auth.confirm_needed`), a dialog asks for the
 * password, and the call is repeated by itself; nothing happens when the dialog is dismissed. Render `dialog` inside the dialog
 * that calls `mutate`, if there is one.
 */
export function useConfirmed<Variables, Data>({
  mutateAsync,
  isPending,
}: {
  mutateAsync: (variables: Variables) => Promise<Data>
  isPending: boolean
}): { mutate: (variables: Variables, on?: Callbacks<Data>) => void; isPending: boolean; dialog: ReactNode } {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const mutate = (variables: Variables, on: Callbacks<Data> = {}): void => {
    mutateAsync(variables).then(
      (data) => {
        on.onSuccess?.(data)
        on.onSettled?.()
      },
      (error: Error) => {
        if (isConfirmNeeded(error)) return setAgain(() => () => mutate(variables, on))
        on.onError?.(error)
        on.onSettled?.()
      },
    )
  }
  const dialog = (
    <ConfirmSession
      open={again !== null}
      onDismiss={() => setAgain(null)}
      onConfirmed={() => {
        setAgain(null)
        again?.()
      }}
    />
  )
  return { mutate, isPending, dialog }
}

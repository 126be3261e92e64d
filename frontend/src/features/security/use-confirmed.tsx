import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { CodeField } from '@/ui/code-field'
import { DialogForm, DialogOfForm } from '@/ui/dialog-form'
import { PasswordField } from '@/ui/field'
import { isCodeNeeded, isConfirmNeeded, securityQueries, useConfirmSession } from './queries'

type FormProps = { field: RefObject<HTMLInputElement | null>; onConfirmed: () => void }

function ConfirmForm({ field, onConfirmed }: FormProps) {
  const { data } = useQuery(securityQueries.own())
  const { user } = useSession()
  const { mutate, isPending, error, reset } = useConfirmSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const asksCode = data?.secondFactor.enabled === true || isCodeNeeded(error)
  const submit = () => {
    setChecked(true)
    if (password === '' || (asksCode && code.trim() === '')) return
    mutate({ password, ...(asksCode && { code: code.trim() }) }, { onSuccess: onConfirmed })
  }
  const faults = firstFieldErrors(error)
  const refusal =
    error !== null && !isCodeNeeded(error) && Object.keys(faults).length === 0 ? messageOf(error) : null
  return (
    <DialogForm pending={isPending} onSubmit={submit}>
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
    </DialogForm>
  )
}

type ConfirmSessionProps = { open: boolean; onDismiss: () => void; onConfirmed: () => void }

/** Asks for the password before a dangerous step. */
function ConfirmSession({ open, onDismiss, onConfirmed }: ConfirmSessionProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <DialogOfForm
      open={open}
      onOpenChange={(next) => !next && onDismiss()}
      title="Confirm that it is you"
      description="This step needs your password. For 10 minutes you are not asked again."
      size="sm"
      initialFocus={field}
      label="Confirm"
      pendingLabel="Checking..."
    >
      <ConfirmForm field={field} onConfirmed={onConfirmed} />
    </DialogOfForm>
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

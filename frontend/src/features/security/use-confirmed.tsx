import { type ReactNode, useState } from 'react'
import { ConfirmSession } from './confirm-session'
import { isConfirmNeeded } from './queries'

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

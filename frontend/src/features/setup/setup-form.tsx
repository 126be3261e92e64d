import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useMailConnected } from '@/api/mail-connection'
import { ApiError, messageOf } from '@/api/problem'
import type { SetupRequest } from '@/api/types'
import { ACCOUNT_RULES, NameFields, NewPasswordField } from '@/features/auth/account-fields'
import { emailRule } from '@/lib/field-rules'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { Choice, Choices } from '@/ui/choice'
import { EmailField, TextField } from '@/ui/field'
import { Refusal } from '@/ui/refusal'

const FORM = z.object({
  ...ACCOUNT_RULES,
  email: emailRule(),
  shopName: z.string().check(z.trim(), z.minLength(1, 'The name of the shop is required')),
})
type SetupValues = z.infer<typeof FORM>
type Data = SetupRequest['data']

const BLANK: SetupValues = { firstName: '', lastName: '', email: '', password: '', shopName: '' }
const CUT_OFF =
  'The connection was lost. The set-up may have gone on: wait a minute, then try to log in. If that fails, send this form again.'

export type SetupFormProps = {
  /** Sends the form; rejects with the refusal. */
  onSend: (values: SetupValues, data: Data) => Promise<void>
  /** The progress, while the form is sent. */
  progress: ReactNode
}

/** The owner, the name of the shop, and what it begins with. */
export function SetupForm({ onSend, progress }: SetupFormProps) {
  const [data, setData] = useState<Data>('empty')
  const [reason, setReason] = useState<string | null>(null)
  const mails = useMailConnected()
  const { field, submit, setError, isSubmitting } = useZodForm({ rules: FORM, blank: BLANK })
  const send = submit(
    (values) => {
      setReason(null)
      return onSend(values, data)
    },
    (error, isOnField) => {
      if (isOnField) return
      if (error instanceof ApiError && error.code === 'user.email_taken')
        return setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
      setReason(error instanceof ApiError && error.isNetwork ? CUT_OFF : messageOf(error))
    },
  )
  const choice = (value: Data) => ({
    name: 'data',
    value,
    checked: data === value,
    onChoose: () => setData(value),
  })
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      <EmailField
        label="Email"
        hint={`You log in with it.${mails ? ' We send a link there to see that mail works.' : ''}`}
        {...field('email')}
      />
      <NewPasswordField {...field('password')} />
      <TextField
        label="Name of your shop"
        autoComplete="organization"
        hint="You can change it later."
        {...field('shopName')}
      />
      <Choices legend="What the shop begins with">
        <Choice {...choice('empty')} label="Start with an empty shop">
          To sell for real: you add your own products.
        </Choice>
        <Choice {...choice('demo')} label="Start with demo products">
          To try things out: sample products, customers and orders.
        </Choice>
      </Choices>
      {reason !== null && <Refusal>{reason}</Refusal>}
      <Button
        type="submit"
        size="lg"
        block
        className="mt-2"
        pending={isSubmitting}
        pendingLabel="Setting up..."
      >
        Set up my shop
      </Button>
      {progress}
    </form>
  )
}

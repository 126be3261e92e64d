import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { type UseFormSetError, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { showFieldErrors } from '@/api/form-errors'
import { ApiError, messageOf } from '@/api/problem'
import type { SetupRequest } from '@/api/types'
import { emailRule, newPasswordRule, passwordHint, requiredText } from '@/lib/field-rules'
import { Button } from '@/ui/button'
import { Choice, Choices } from '@/ui/choice'
import { EmailField, PasswordField, TextField } from '@/ui/field'

const FORM = z.object({
  firstName: requiredText('First name is required', 'nameLength'),
  lastName: requiredText('Last name is required', 'nameLength'),
  email: emailRule(),
  password: newPasswordRule(),
  shopName: z.string().check(z.trim(), z.minLength(1, 'The name of the shop is required')),
})
export type SetupValues = z.infer<typeof FORM>
type Data = SetupRequest['data']

const FIELDS = ['firstName', 'lastName', 'email', 'password', 'shopName'] as const
const NOTHING: SetupValues = { firstName: '', lastName: '', email: '', password: '', shopName: '' }
const CUT_OFF =
  'The connection was lost. The set-up may have gone on: wait a minute, then try to log in. If that fails, send this form again.'

/** Shows field errors on the form; returns any other error for display above the button. */
function reasonFor(error: unknown, setError: UseFormSetError<SetupValues>): string | null {
  if (showFieldErrors(error, FIELDS, setError)) return null
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.code === 'user.email_taken') {
    setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
    return null
  }
  return error.isNetwork ? CUT_OFF : error.message
}

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
  const form = useForm<SetupValues>({ resolver: zodResolver(FORM), defaultValues: NOTHING })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    setReason(null)
    try {
      await onSend(values, data)
    } catch (error) {
      setReason(reasonFor(error, setError))
    }
  })
  const choice = (value: Data) => ({
    name: 'data',
    value,
    checked: data === value,
    onChoose: () => setData(value),
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First Name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last Name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <EmailField
        label="Email"
        hint="You log in with it. We send a link there to see that mail works."
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`${passwordHint()}A few words in a row are easy to remember and hard to guess.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <TextField
        label="Name of your shop"
        autoComplete="organization"
        hint="You can change it later."
        error={errors.shopName?.message}
        {...register('shopName')}
      />
      <Choices legend="What the shop begins with">
        <Choice {...choice('empty')} label="Start with an empty shop">
          To sell for real: you add your own products.
        </Choice>
        <Choice {...choice('demo')} label="Start with demo products">
          To try things out: sample products, customers and orders.
        </Choice>
      </Choices>
      {reason !== null && (
        <p role="alert" className="rounded-input bg-error-wash px-4 py-3 font-medium text-error">
          {reason}
        </p>
      )}
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

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormSetError, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { showFieldErrors } from '@/api/form-errors'
import { ApiError, messageOf } from '@/api/problem'
import { IMAGE_ACCEPT, imageHint } from '@/features/images/upload'
import { usePictureUpload } from '@/features/images/use-picture-upload'
import { emailRule, newPasswordRule, passwordHint, requiredText } from '@/lib/field-rules'
import { Button } from '@/ui/button'
import { EmailField, PasswordField, TextField } from '@/ui/field'
import { PictureField } from '@/ui/picture-field'
import { toast } from '@/ui/toast'
import { useRegister } from './queries'

const FORM = z.object({
  firstName: requiredText('First name is required', 'nameLength'),
  lastName: requiredText('Last name is required', 'nameLength'),
  email: emailRule(),
  password: newPasswordRule(),
})
type Values = z.infer<typeof FORM>

/** Shows field errors on the form; returns any other error for display above the button. */
function reasonFor(error: unknown, setError: UseFormSetError<Values>): string | null {
  if (showFieldErrors(error, ['firstName', 'lastName', 'email', 'password'], setError)) return null
  if (error instanceof ApiError && error.status === 409) {
    setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
    return null
  }
  return messageOf(error, 'Please try again in a moment.')
}

export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { mutateAsync } = useRegister()
  const picture = usePictureUpload()
  const [done, setDone] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(FORM),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const busy = isSubmitting || done
  const submit = handleSubmit(async (values) => {
    setReason(null)
    const upload = await picture.upload()
    if (!upload.ok) return
    try {
      const { message } = await mutateAsync({ ...values, ...(upload.url && { profilePicture: upload.url }) })
      toast.success(message)
      setDone(true)
      onRegistered(values.email)
    } catch (error) {
      toast.error('Failed to Register')
      setReason(reasonFor(error, setError))
    }
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
      <EmailField label="Email" error={errors.email?.message} {...register('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`${passwordHint()}A few words in a row are easy to remember and hard to guess.`}
        error={errors.password?.message}
        {...register('password')}
      />
      <PictureField
        label="Profile Picture"
        accept={IMAGE_ACCEPT}
        hint={imageHint()}
        file={picture.file}
        onChange={picture.choose}
        error={picture.error}
        progress={picture.progress}
        onStop={picture.stop}
        disabled={busy}
      />
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
        pending={busy}
        pendingLabel="Creating Account..."
      >
        Create Account
      </Button>
    </form>
  )
}

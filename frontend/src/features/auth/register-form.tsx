import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormSetError, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { bindFields, showFieldErrors } from '@/api/form-errors'
import { ApiError, messageOf } from '@/api/problem'
import { IMAGE_ACCEPT, imageHint } from '@/features/images/upload'
import { usePictureUpload } from '@/features/images/use-picture-upload'
import { AcceptedPages } from '@/features/terms/accepted-pages'
import { emailRule } from '@/lib/field-rules'
import { Button } from '@/ui/button'
import { EmailField } from '@/ui/field'
import { PictureField } from '@/ui/picture-field'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { ACCOUNT_RULES, NameFields, NewPasswordField } from './account-fields'
import { useRegister } from './queries'

const FORM = z.object({
  ...ACCOUNT_RULES,
  email: emailRule(),
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
  const { isSubmitting } = formState
  const field = bindFields({ register, formState })
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
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      <EmailField label="Email" {...field('email')} />
      <NewPasswordField {...field('password')} />
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
      <AcceptedPages act="creating an account" className="text-sm text-cocoa" />
      {reason !== null && <Refusal>{reason}</Refusal>}
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

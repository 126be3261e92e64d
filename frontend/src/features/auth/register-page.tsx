import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { ApiError, messageOf } from '@/api/problem'
import { IMAGE_ACCEPT, imageHint } from '@/features/images/upload'
import { usePictureUpload } from '@/features/images/use-picture-upload'
import { AcceptedPages } from '@/features/terms/accepted-pages'
import { emailRule } from '@/lib/field-rules'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { EmailField } from '@/ui/field'
import { PageMeta } from '@/ui/page-meta'
import { PictureField } from '@/ui/picture-field'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { ACCOUNT_RULES, NameFields, NewPasswordField } from './account-fields'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { useReturnTarget, withNext } from './login-destination'
import { useRegister } from './queries'

export const TITLE = 'Create Account'

/** Milliseconds between the server's message and the login page (spec.md §9). */
const REDIRECT_MS = 1000

const FORM = z.object({ ...ACCOUNT_RULES, email: emailRule() })
const BLANK = { firstName: '', lastName: '', email: '', password: '' }

function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { mutateAsync } = useRegister()
  const picture = usePictureUpload()
  const [done, setDone] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const { field, submit, setError, isSubmitting } = useZodForm({ rules: FORM, blank: BLANK })
  const busy = isSubmitting || done
  const register = submit(
    async (values) => {
      setReason(null)
      const upload = await picture.upload()
      if (!upload.ok) return
      const { message } = await mutateAsync({ ...values, ...(upload.url && { profilePicture: upload.url }) })
      toast.success(message)
      setDone(true)
      onRegistered(values.email)
    },
    (error, isOnField) => {
      toast.error('Failed to Register')
      if (isOnField) return
      if (!(error instanceof ApiError && error.status === 409))
        return setReason(messageOf(error, 'Please try again in a moment.'))
      setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
    },
  )
  return (
    <form noValidate onSubmit={register} className="flex flex-col gap-4">
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

export function RegisterPage() {
  const navigate = useNavigate()
  const { next, nextState } = useReturnTarget()
  const login = withNext('/login', next)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stillHere = useIsCurrentPage()
  useEffect(() => () => clearTimeout(timer.current), [])
  const goToLogin = (email: string) => {
    if (stillHere())
      timer.current = setTimeout(() => void navigate(login, { state: { nextState, email } }), REDIRECT_MS)
  }
  return (
    <AuthFrame
      title={TITLE}
      intro="Order faster, follow your parcels and tell others what you think."
      footer={
        <p>
          Already have an account?{' '}
          <Link to={login} state={{ nextState }} className={TEXT_LINK}>
            Sign in
          </Link>
        </p>
      }
    >
      <PageMeta title={TITLE} />
      <RegisterForm onRegistered={goToLogin} />
    </AuthFrame>
  )
}

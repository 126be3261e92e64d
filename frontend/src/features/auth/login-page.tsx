import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { showFieldErrors } from '@/api/form-errors'
import { ApiError, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { emailRule } from '@/lib/field-rules'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { CodeField } from '@/ui/code-field'
import { EmailField, PasswordField } from '@/ui/field'
import { PageMeta } from '@/ui/page-meta'
import { toast } from '@/ui/toast'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { GoogleButton } from './google-button'
import {
  destinationAfterLogin,
  useLeaveLogin,
  useReturnTarget,
  useTypedEmail,
  withNext,
} from './login-destination'
import { isCodeNeeded, isCodeWrong, useLogin } from './queries'

export const TITLE = 'Login'

const FORM = z.object({
  email: emailRule(),
  password: z.string().check(z.minLength(1, 'Password is required')),
  /** Empty until the server asks for it. */
  code: z.string(),
})
const BLANK = { email: '', password: '', code: '' }
type LoginForm = ReturnType<typeof useZodForm<typeof BLANK>>

/** E-mail address and password; `focused` has the focus when the second step gives way to them. */
function Credentials({
  form: { field, watch, setFocus },
  focused,
}: {
  form: LoginForm
  focused: 'email' | 'password' | null
}) {
  useEffect(() => {
    if (focused !== null) setFocus(focused, { shouldSelect: true })
  }, [focused, setFocus])
  return (
    <>
      <EmailField label="Email" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <Link
        to="/forgot-password"
        state={{ email: watch('email') }}
        className={`${TEXT_LINK} -mt-2 self-end text-sm`}
      >
        Forgot password?
      </Link>
    </>
  )
}

/** The code of the second factor, after the password was right. */
function SecondStep({ form, onBack }: { form: LoginForm; onBack: () => void }) {
  const { field, getValues, setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <>
      <p role="status">
        Enter the code of your second factor for{' '}
        <span className="font-semibold wrap-anywhere">{getValues('email')}</span>.
      </p>
      <CodeField {...field('code')} />
      <button type="button" onClick={onBack} className={`${TEXT_LINK} self-start text-sm`}>
        Use another account
      </button>
    </>
  )
}

/** The second step, or the first one: at the beginning, or again with the focus in a field. */
type Step = 'first' | 'code' | 'email' | 'password'

function LoginSteps() {
  const way = useReturnTarget()
  const leave = useLeaveLogin()
  const stillHere = useIsCurrentPage()
  const { mutateAsync } = useLogin()
  const [step, setStep] = useState<Step>('first')
  const asksCode = step === 'code'
  const form = useZodForm({ rules: FORM, blank: BLANK, start: { email: useTypedEmail() } })
  const { handleSubmit, setError, setFocus, setValue, isSubmitting } = form
  const refuseCode = (message: string) => setError('code', { type: 'server', message }, { shouldFocus: true })
  const submit = handleSubmit(async ({ email, password, code }) => {
    if (asksCode && code.trim() === '') return refuseCode('Enter a code')
    try {
      const { message } = await mutateAsync({ email, password, ...(asksCode && { code: code.trim() }) })
      toast.success(message)
      if (stillHere()) leave(way)
    } catch (error) {
      if (isCodeNeeded(error)) return setStep('code')
      toast.error(messageOf(error))
      if (isCodeWrong(error)) return refuseCode(messageOf(error))
      if (showFieldErrors(error, asksCode ? ['code'] : ['email', 'password'], setError)) return
      if (!asksCode) return setFocus('password', { shouldSelect: true })
      // The password was changed meanwhile.
      if (error instanceof ApiError && error.status === 401) setStep('password')
      else setFocus('code')
    }
  })
  const back = () => {
    setValue('password', '')
    setValue('code', '')
    setStep('email')
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {asksCode ? (
        <SecondStep form={form} onBack={back} />
      ) : (
        <Credentials form={form} focused={step === 'first' ? null : step} />
      )}
      <Button type="submit" size="lg" block pending={isSubmitting} pendingLabel="Processing...">
        {asksCode ? 'Continue' : 'Login to your account'}
      </Button>
    </form>
  )
}

/** Shown to a user who already has a session. */
function AlreadyIn() {
  const { isLoggedIn, user } = useSession()
  const { next } = useReturnTarget()
  if (!isLoggedIn || user === null) return null
  return (
    <p className="mb-6 rounded-input bg-mist px-4 py-2 text-lagoon">
      You are logged in as <span className="font-semibold wrap-anywhere">{user.email}</span>.{' '}
      <Link
        to={destinationAfterLogin(user.type, next)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Continue
      </Link>
    </p>
  )
}

export function LoginPage() {
  const { next, nextState } = useReturnTarget()
  return (
    <AuthFrame
      title="Welcome Back"
      intro="Log in to follow your orders and check out faster."
      footer={
        <p>
          New here?{' '}
          <Link to={withNext('/register', next)} state={{ nextState }} className={TEXT_LINK}>
            Create an account
          </Link>
        </p>
      }
    >
      <PageMeta title={TITLE} />
      <AlreadyIn />
      <LoginSteps />
      <GoogleButton />
    </AuthFrame>
  )
}

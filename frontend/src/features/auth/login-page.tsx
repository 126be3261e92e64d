import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { showFieldErrors } from '@/api/form-errors'
import { messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { emailRule } from '@/lib/field-rules'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { Button } from '@/ui/button'
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
import { useLogin } from './queries'

export const TITLE = 'Login'

const FORM = z.object({
  email: emailRule(),
  password: z.string().check(z.minLength(1, 'Password is required')),
})
type Values = z.infer<typeof FORM>

function LoginForm() {
  const way = useReturnTarget()
  const leave = useLeaveLogin()
  const stillHere = useIsCurrentPage()
  const { mutateAsync } = useLogin()
  const { register, handleSubmit, setError, setFocus, watch, formState } = useForm<Values>({
    resolver: zodResolver(FORM),
    defaultValues: { email: useTypedEmail(), password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      const { message } = await mutateAsync(values)
      toast.success(message)
      if (stillHere()) leave(way)
    } catch (error) {
      toast.error(messageOf(error))
      if (!showFieldErrors(error, ['email', 'password'], setError))
        setFocus('password', { shouldSelect: true })
    }
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <EmailField label="Email" error={errors.email?.message} {...register('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Link
        to="/forgot-password"
        state={{ email: watch('email') }}
        className={`${TEXT_LINK} -mt-2 self-end text-sm`}
      >
        Forgot password?
      </Link>
      <Button type="submit" size="lg" block pending={isSubmitting} pendingLabel="Processing...">
        Login to your account
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
      You are logged in as <span className="font-semibold break-all">{user.email}</span>.{' '}
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
      <LoginForm />
      <GoogleButton />
    </AuthFrame>
  )
}

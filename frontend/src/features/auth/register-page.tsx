import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { PageMeta } from '@/ui/page-meta'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { useReturnTarget, withNext } from './login-destination'
import { RegisterForm } from './register-form'

export const TITLE = 'Create Account'

/** Milliseconds between the server's message and the login page (spec.md §9). */
const REDIRECT_MS = 1000

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
      title="Create Account"
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

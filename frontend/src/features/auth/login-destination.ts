// The page after a login.
import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { currentUser } from '@/api/session'
import { safeNext } from '@/lib/url-state'

const isBackOffice = (path: string): boolean => /^\/admin(?=[/?#]|$)/.test(path)
const isLogin = (path: string): boolean => /^\/login(?=[/?#]|$)/.test(path)

/** Admins go to the back-office, others to `next` or home. `next` is validated. */
export function destinationAfterLogin(type: string, next: string | null): string {
  const wanted = safeNext(next)
  if (type === 'admin') return isBackOffice(wanted) ? wanted : '/admin'
  return isBackOffice(wanted) || isLogin(wanted) ? '/' : wanted
}

export type ReturnTarget = { next: string | null; nextState: unknown }

/** The page that requested the login, and its navigation state. */
export function useReturnTarget(): ReturnTarget {
  const [params] = useSearchParams()
  const state = useLocation().state as { nextState?: unknown } | null
  return { next: params.get('next'), nextState: state?.nextState ?? null }
}

/** The e-mail address typed on the former page; '' without one. */
export function useTypedEmail(): string {
  const state = useLocation().state as { email?: unknown } | null
  return typeof state?.email === 'string' ? state.email : ''
}

/** The URL of `page` with the return target. */
export const withNext = (page: '/login' | '/register', next: string | null): string =>
  next === null ? page : `${page}?next=${encodeURIComponent(next)}`

/** Navigates from the login page to the target of the new session. */
export function useLeaveLogin(): (way: ReturnTarget) => void {
  const navigate = useNavigate()
  return useCallback(
    ({ next, nextState }) => {
      const to = destinationAfterLogin(currentUser()?.type ?? 'customer', next)
      void navigate(to, { replace: true, state: to === safeNext(next) ? nextState : null })
    },
    [navigate],
  )
}

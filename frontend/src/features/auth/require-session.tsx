import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '@/api/session'
import { toast } from '@/ui/toast'

/** Renders its children with a session. Redirects a guest to /login with `message`; the login returns here. */
export function RequireSession({ message, children }: { message?: string; children: ReactNode }) {
  const { isLoggedIn, ended } = useSession()
  const { pathname, search, state } = useLocation()
  // Only on the page on which the session ended: a later visit to a guarded page asks for a login.
  const [hadSession] = useState(isLoggedIn)
  const loggedOut = hadSession && ended === 'logout'
  const turnedAway = !isLoggedIn && !loggedOut
  useEffect(() => {
    if (turnedAway && message !== undefined) toast.error(message)
  }, [turnedAway, message])
  // Navigate goes again with each new object, in a circle while the code of the next page loads.
  const nextState = useMemo(() => (loggedOut ? null : { nextState: state as unknown }), [loggedOut, state])
  if (isLoggedIn) return children
  const to = loggedOut ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
  return <Navigate to={to} replace state={nextState} />
}

import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation, useMatches } from 'react-router'
import { useSession } from '@/api/session'
import { meQuery, type Permission, rolesWith, type StaffDetail } from '@/api/staff'
import { AdminPage } from '@/ui/admin/admin-page'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'

/** In place of a page that the role of the signed-in member of staff may not open. */
export function ForbiddenPage({ needs }: { needs: readonly Permission[] }) {
  return (
    <AdminPage title="Not for your role" help={false}>
      <div className="rounded-card border border-line bg-white">
        <EmptyState
          icon={Lock}
          title={`This page is for ${rolesWith(needs)}.`}
          action={
            <ButtonLink to="/admin" variant="secondary">
              Back to the dashboard
            </ButtonLink>
          }
        >
          An owner of the shop can change your role.
        </EmptyState>
      </div>
    </AdminPage>
  )
}

function TurnedAway({ message }: { message: string }) {
  useEffect(() => toast.error(message), [message])
  return <Navigate to="/login" replace />
}

/** Asks the server for the user of the token, and renders the children for an admin only. */
function CheckedUser({ children }: { children: (admin: StaffDetail) => ReactNode }) {
  const { data, isError } = useQuery(meQuery())
  if (data !== undefined) {
    return data.type === 'admin' ? children(data) : <TurnedAway message="Unauthorized Access" />
  }
  if (isError) return <TurnedAway message="Failed To Fetch User Data" />
  return (
    <div className="flex min-h-dvh items-center justify-center text-lotus">
      <Spinner label="Loading..." className="size-8" />
    </div>
  )
}

/** The message of a route for guests: its `handle` is `{ loginMessage }`. */
function useLoginMessage(): string | undefined {
  return useMatches()
    .map(({ handle }) => (handle as { loginMessage?: string } | undefined)?.loginMessage)
    .findLast((message) => message !== undefined)
}

/** Redirects a guest to the login, which returns here afterwards, except after a logout. */
function ToLogin({ ended }: { ended: 'logout' | 'expired' | null }) {
  const { pathname, search } = useLocation()
  const loginMessage = useLoginMessage()
  // A refused token ends the session before this component sees the failed query.
  const message = loginMessage ?? (ended === 'expired' ? 'Failed To Fetch User Data' : undefined)
  const showsMessage = ended !== 'logout' && message !== undefined
  useEffect(() => {
    if (showsMessage) toast.error(message)
  }, [showsMessage, message])
  const to = ended === 'logout' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
  return <Navigate to={to} replace />
}

/** Renders its children for admins only. */
export function AdminGuard({ children }: { children: (admin: StaffDetail) => ReactNode }) {
  const { isLoggedIn, ended } = useSession()
  return isLoggedIn ? <CheckedUser>{children}</CheckedUser> : <ToLogin ended={ended} />
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import type { UserDetail } from '@/api/types'
import { useSession } from '@/features/auth/session'
import { meQueries } from '@/features/profile/queries'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'

function TurnedAway({ message }: { message: string }) {
  useEffect(() => toast.error(message), [message])
  return <Navigate to="/login" replace />
}

/** Whoever has a token is asked for at the server; only an admin gets in. */
function CheckedUser({ children }: { children: (admin: UserDetail) => ReactNode }) {
  const { data, isError } = useQuery(meQueries.detail())
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

/** The door of the back-office. */
export function AdminGuard({ children }: { children: (admin: UserDetail) => ReactNode }) {
  const { isLoggedIn, ended } = useSession()
  if (isLoggedIn) return <CheckedUser>{children}</CheckedUser>
  // A token that the server refuses ends the session before the failed call is seen here.
  return ended === 'expired' ? (
    <TurnedAway message="Failed To Fetch User Data" />
  ) : (
    <Navigate to="/login" replace />
  )
}

import { useNavigate } from 'react-router'
import { sessionToken } from '@/api/session'
import { useLogout } from '@/features/auth/queries'
import { toast } from '@/ui/toast'

/** Logs out at the server, then ends the session here and navigates to /login. */
export function useLogOut(): { logOut: (done?: () => void) => void; pending: boolean } {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useLogout()
  // Awaits the promise: a guarded page unmounts with the session, and a mutation's callbacks do not run after unmount.
  const end = async (done?: () => void) => {
    try {
      await mutateAsync()
      toast.success('Logged out successfully!')
      void navigate('/login')
    } catch {
      toast.error('Logout failed. Please try again.')
    }
    done?.()
  }
  const logOut = (done?: () => void) => {
    if (sessionToken() !== null) return void end(done)
    // Another tab has logged out meanwhile.
    void navigate('/login')
    done?.()
  }
  return { logOut, pending: isPending }
}

import { useNavigate } from 'react-router'
import { sessionToken } from '@/api/session'
import { useLogout } from '@/features/auth/queries'
import { toast } from '@/ui/toast'

/** Logs out: the server first; only when it agrees does the session end here, and the way leads to /login. */
export function useLogOut(): { logOut: (done?: () => void) => void; pending: boolean } {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useLogout()
  // By the call's own promise: with the session a guarded page goes, and a mutation tells nobody who is gone.
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
    // Over meanwhile, in another tab.
    void navigate('/login')
    done?.()
  }
  return { logOut, pending: isPending }
}

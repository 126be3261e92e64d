import { useNavigate } from 'react-router'
import { useLogout } from '@/features/auth/queries'
import { sessionToken } from '@/features/auth/session'
import { toast } from '@/ui/toast'

/** Logs out: the server first; only when it agrees does the session end here, and the way leads to /login. */
export function useLogOut(): { logOut: (done?: () => void) => void; pending: boolean } {
  const navigate = useNavigate()
  const { mutate, isPending } = useLogout()
  const logOut = (done?: () => void) => {
    if (sessionToken() === null) return void navigate('/login')
    mutate(undefined, {
      onSuccess: () => {
        toast.success('Logged out successfully!')
        void navigate('/login')
      },
      onError: () => toast.error('Logout failed. Please try again.'),
      onSettled: () => done?.(),
    })
  }
  return { logOut, pending: isPending }
}

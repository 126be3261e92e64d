import { useEffect } from 'react'
import { useSession } from '@/api/session'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useLogOut } from './use-log-out'

/** Asks before a logout from a header or the sidebar. */
export function LogoutDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { logOut, pending } = useLogOut()
  const { isLoggedIn } = useSession()
  useEffect(() => {
    // Another tab may have logged out meanwhile.
    if (open && !isLoggedIn) onOpenChange(false)
  }, [open, isLoggedIn, onOpenChange])
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Logout"
      description="Are you sure you want to log out?"
      confirmLabel="Logout"
      pending={pending}
      pendingLabel="Logging out..."
      onConfirm={() => logOut(() => onOpenChange(false))}
    />
  )
}

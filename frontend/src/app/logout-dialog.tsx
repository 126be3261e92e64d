import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useLogOut } from './use-log-out'

/** The question before a logout from a header or the sidebar. */
export function LogoutDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { logOut, pending } = useLogOut()
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

import { ApiError } from '@/api/problem'
import type { AdminUser } from '@/api/types'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useUpdateUserStatus } from './queries'

export type UserDialogProps = { user: AdminUser; open: boolean; onOpenChange: (open: boolean) => void }

/** The general message, and the server's reason. */
export function tellFailure(sentence: string, error: unknown): void {
  toast.error(sentence)
  if (error instanceof ApiError && (error.status === 409 || error.status === 404)) toast.info(error.message)
}

/** Blocks or unblocks a customer. */
export function BlockDialog({ user, open, onOpenChange }: UserDialogProps) {
  const { mutate, isPending } = useUpdateUserStatus()
  const action = user.isBlocked ? 'unblock' : 'block'
  const save = () =>
    mutate(
      { email: user.email, isBlocked: !user.isBlocked },
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (error) => tellFailure('Failed to update user status. Please try again.', error),
        onSettled: () => onOpenChange(false),
      },
    )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Block Action"
      description={`Are you sure you want to ${action} ${user.email}?`}
      confirmLabel={user.isBlocked ? 'Unblock' : 'Block'}
      tone={user.isBlocked ? 'primary' : 'danger'}
      pending={isPending}
      pendingLabel="Saving..."
      onConfirm={save}
    >
      <p className="mt-2 text-sm text-cocoa">
        {user.isBlocked ? 'They can log in again.' : 'They are logged out at once and cannot log in again.'}
      </p>
    </ConfirmDialog>
  )
}

import { useFocusAfterDelete } from '@/ui/admin/use-focus-after-delete'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { tellFailure, type UserDialogProps } from './block-dialog'
import { useDeleteUser } from './queries'

export function DeleteDialog({ user, open, onOpenChange }: UserDialogProps) {
  const { mutate, isPending } = useDeleteUser()
  const { markDeleted, finalFocus } = useFocusAfterDelete(user.email)
  const remove = () =>
    mutate(user.email, {
      onSuccess: () => {
        toast.success('The customer was successfully removed.')
        markDeleted()
      },
      onError: (error) => tellFailure('Failed to delete customer. Please try again.', error),
      onSettled: () => onOpenChange(false),
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Delete Action"
      description={`Are you sure you want to delete ${user.email}?`}
      confirmLabel="Delete"
      tone="danger"
      pending={isPending}
      pendingLabel="Deleting..."
      onConfirm={remove}
      finalFocus={finalFocus}
    >
      <p className="mt-2 text-sm text-cocoa">
        Their review goes too; their orders stay. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

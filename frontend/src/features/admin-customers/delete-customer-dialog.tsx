import { useConfirmed } from '@/features/security/use-confirmed'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { tellFailure, type UserDialogProps } from './block-dialog'
import { useDeleteUser } from './queries'

export function DeleteCustomerDialog({ user, ...dialog }: UserDialogProps) {
  const deleting = useConfirmed(useDeleteUser())
  return (
    <DeleteDialog
      {...dialog}
      title="Confirm Delete Action"
      name={user.email}
      id={user.email}
      mutation={deleting}
      success="The customer was successfully removed."
      onError={(error) => tellFailure('Failed to delete customer. Please try again.', error)}
    >
      <p className="mt-2 text-sm text-cocoa">
        Their review goes too; their orders stay. This cannot be undone.
      </p>
      {deleting.dialog}
    </DeleteDialog>
  )
}

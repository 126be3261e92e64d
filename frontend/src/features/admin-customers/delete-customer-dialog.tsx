import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { tellFailure, type UserDialogProps } from './block-dialog'
import { useDeleteUser } from './queries'

export function DeleteCustomerDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <DeleteDialog
      {...dialog}
      title="Confirm Delete Action"
      name={user.email}
      id={user.email}
      mutation={useDeleteUser()}
      success="The customer was successfully removed."
      onError={(error) => tellFailure('Failed to delete customer. Please try again.', error)}
    >
      <p className="mt-2 text-sm text-cocoa">
        Their review goes too; their orders stay. This cannot be undone.
      </p>
    </DeleteDialog>
  )
}

import { useState } from 'react'
import { ApiError } from '@/api/problem'
import { useMay } from '@/api/staff'
import type { AdminUser } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { pluralize } from '@/lib/integer'
import { CheckControl } from '@/ui/admin/controls'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useDeleteUser, useUpdateUserStatus } from './queries'

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
      onError={(error) => announceFailure('Failed to delete customer. Please try again.', error)}
    >
      <p className="mt-2 text-sm text-cocoa">
        Their review goes too; their orders stay. This cannot be undone.
      </p>
      {deleting.dialog}
    </DeleteDialog>
  )
}

type UserDialogProps = { user: AdminUser; open: boolean; onOpenChange: (open: boolean) => void }

/** The general message, and the server's reason. */
function announceFailure(sentence: string, error: unknown): void {
  toast.error(sentence)
  if (error instanceof ApiError && (error.status === 409 || error.status === 404)) toast.info(error.message)
}

/** What a blocking did with the customer's orders; null where it was not asked to. */
function cancellationNotice(cancelled: readonly string[] | undefined): string | null {
  if (cancelled === undefined) return null
  return cancelled.length === 0
    ? 'No order was cancelled: none was still to be packed.'
    : `${pluralize(cancelled.length, 'order was', 'orders were')} cancelled.`
}

/** Blocks or unblocks a customer; a blocking offers to cancel their orders that are not packed. */
export function BlockDialog({ user, open, onOpenChange }: UserDialogProps) {
  const { mutate, isPending, dialog } = useConfirmed(useUpdateUserStatus())
  const mayCancel = useMay()('cancelProcessingOrders')
  const [cancelOrders, setCancelOrders] = useState(false)
  const action = user.isBlocked ? 'unblock' : 'block'
  const save = () =>
    mutate(
      {
        email: user.email,
        isBlocked: !user.isBlocked,
        ...(!user.isBlocked && cancelOrders && { cancelOrders }),
      },
      {
        onSuccess: ({ message, cancelledOrders }) => {
          toast.success(message)
          const orders = cancellationNotice(cancelledOrders)
          if (orders !== null) toast.info(orders)
        },
        onError: (error) => announceFailure('Failed to update user status. Please try again.', error),
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
      {!user.isBlocked && mayCancel && (
        <div className="mt-4">
          <CheckControl
            label="Cancel their open orders"
            hint="Those that are not packed: their goods go back into stock, and the customer gets an email for each."
            checked={cancelOrders}
            disabled={isPending}
            onChange={setCancelOrders}
          />
        </div>
      )}
      {dialog}
    </ConfirmDialog>
  )
}

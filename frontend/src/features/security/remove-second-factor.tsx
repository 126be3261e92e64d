import { useMailConnected } from '@/api/mail-connection'
import { messageOf } from '@/api/problem'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { useRemoveSecondFactor } from './queries'
import { useConfirmed } from './use-confirmed'

type RemoveSecondFactorProps = { email: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Owners remove the second factor of a person who lost their app and codes. */
export function RemoveSecondFactor({ email, ...dialog }: RemoveSecondFactorProps) {
  const mails = useMailConnected()
  const { mutate, isPending, dialog: confirmation } = useConfirmed(useRemoveSecondFactor())
  const remove = () =>
    mutate(email, {
      onSuccess: () => toast.success(`${email} signs in with the password alone now.`),
      onError: (error) => toast.error(messageOf(error, 'That did not work. Please try again.')),
      onSettled: () => dialog.onOpenChange(false),
    })
  return (
    <ConfirmDialog
      {...dialog}
      title="Remove the second factor?"
      description={`${email} signs in with the password alone afterwards${mails ? ', and is mailed about it' : ''}. Make sure that the person who asks is the owner of the account.`}
      confirmLabel="Remove"
      tone="danger"
      pending={isPending}
      pendingLabel="Removing..."
      onConfirm={remove}
    >
      {confirmation}
    </ConfirmDialog>
  )
}

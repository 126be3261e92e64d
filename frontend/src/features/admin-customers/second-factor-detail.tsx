import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import { useMay } from '@/api/staff'
import { securityQueries, useRemoveSecondFactor } from '@/features/security/queries'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatDate } from '@/lib/date'
import { DetailItem } from '@/ui/admin/detail-item'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'

/** Whether sign-ins to an account ask for a code. Owners remove it for those who lost their app and codes. */
export function SecondFactorDetail({ email }: { email: string }) {
  const may = useMay()
  const isOwner = may('manageStaff')
  const { data } = useQuery({ ...securityQueries.secondFactorOf(email), enabled: isOwner && email !== '' })
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, dialog } = useConfirmed(useRemoveSecondFactor())
  if (!isOwner || data === undefined) return null
  const remove = () =>
    mutate(email, {
      onSuccess: () => toast.success(`${email} signs in with the password alone now.`),
      onError: (error) => toast.error(messageOf(error, 'That did not work. Please try again.')),
      onSettled: () => setAsking(false),
    })
  return (
    <DetailItem name="Second factor" wide>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {data.enabled && data.since !== null ? `On since ${formatDate(data.since)}` : 'Off'}
        {data.enabled && (
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove the second factor?"
        description={`${email} signs in with the password alone afterwards, and is mailed about it. Make sure that the person who asks is the owner of the account.`}
        confirmLabel="Remove"
        tone="danger"
        pending={isPending}
        pendingLabel="Removing..."
        onConfirm={remove}
      >
        {dialog}
      </ConfirmDialog>
    </DetailItem>
  )
}

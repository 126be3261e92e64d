import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/api/problem'
import { isGone } from '@/api/refusal'
import { roleLabel } from '@/api/staff'
import type { StaffInvitation } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatDateTime } from '@/lib/date'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { staffQueries, useWithdraw } from './queries'

type WithdrawProps = { invitation: StaffInvitation; open: boolean; onOpenChange: (open: boolean) => void }

function WithdrawDialog({ invitation: { id, email }, open, onOpenChange }: WithdrawProps) {
  const withdrawing = useConfirmed(useWithdraw())
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Withdraw the invitation?"
      question={`The link that ${email} has stops working.`}
      confirmLabel="Withdraw"
      name={email}
      id={id}
      mutation={withdrawing}
      success={`The invitation of ${email} is withdrawn.`}
      onError={(error) => {
        if (isGone(error)) toast.info('This invitation was accepted or withdrawn meanwhile.')
        else toast.error(messageOf(error, 'That did not work. Please try again.'))
      }}
    >
      {withdrawing.dialog}
    </DeleteDialog>
  )
}

function Row({ invitation, onWithdraw }: { invitation: StaffInvitation; onWithdraw: () => void }) {
  const { email, role, invitedBy, expiresAt } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">{email}</span> as {roleLabel(role)}
        </p>
        <p className="text-sm wrap-anywhere text-cocoa">
          Invited by {invitedBy} · until {formatDateTime(expiresAt)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={onWithdraw}
      >
        Withdraw
      </Button>
    </li>
  )
}

/** The invitations that are not accepted yet. */
export function Invitations() {
  const { data, isPending, error, isRefetching, refetch } = useQuery(staffQueries.invitations())
  const withdrawing = useConfirm<StaffInvitation>()
  return (
    <section
      aria-labelledby="invitations"
      className="mt-8 rounded-card border border-line bg-white p-5 sm:p-6"
    >
      <h2 id="invitations" className="mb-2 font-display text-xl">
        Open invitations
      </h2>
      {isPending && (
        <LoadingRegion>
          <Skeleton className="h-16 w-full" />
        </LoadingRegion>
      )}
      {data === undefined && error !== null && (
        <ErrorNotice message={messageOf(error)} pending={isRefetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="text-cocoa">None. An invitation works for 72 hours.</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} onWithdraw={() => withdrawing.ask(invitation)} />
          ))}
        </ul>
      )}
      {withdrawing.subject && (
        <WithdrawDialog
          key={withdrawing.subject.id}
          invitation={withdrawing.subject}
          open={withdrawing.open}
          onOpenChange={withdrawing.setOpen}
        />
      )}
    </section>
  )
}

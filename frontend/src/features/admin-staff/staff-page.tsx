import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import { isGone } from '@/api/refusal'
import { roleLabel } from '@/api/staff'
import type { StaffInvitation, StaffMember } from '@/api/types'
import { RemoveSecondFactor } from '@/features/security/remove-second-factor'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatDateTime } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button } from '@/ui/button'
import { Loaded } from '@/ui/loaded'
import { Panel } from '@/ui/panel'
import { DataTable } from '@/ui/table'
import { toast } from '@/ui/toast'
import { InviteDialog } from './invite-dialog'
import { memberColumns } from './member-columns'
import { RemoveDialog, RoleDialog, SessionsDialog } from './member-dialogs'
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
function Invitations() {
  const query = useQuery(staffQueries.invitations())
  const withdrawing = useConfirm<StaffInvitation>()
  return (
    <Panel title="Open invitations" className="mt-8">
      <Loaded query={query} skeleton="h-16">
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="text-cocoa">None. An invitation works for 72 hours.</p>
          ) : (
            <ul className="divide-y divide-line">
              {invitations.map((invitation) => (
                <Row
                  key={invitation.id}
                  invitation={invitation}
                  onWithdraw={() => withdrawing.ask(invitation)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {withdrawing.subject && (
        <WithdrawDialog
          key={withdrawing.subject.id}
          invitation={withdrawing.subject}
          {...withdrawing.dialog}
        />
      )}
    </Panel>
  )
}

export const TITLE = 'Staff'

function Members({ onRole }: { onRole: (member: StaffMember) => void }) {
  const query = useQuery(staffQueries.members())
  const sessions = useConfirm<StaffMember>()
  const removing = useConfirm<StaffMember>()
  const secondFactor = useConfirm<StaffMember>()
  const columns = memberColumns({
    onRole,
    onSessions: sessions.ask,
    onRemove: removing.ask,
    onSecondFactor: secondFactor.ask,
  })
  return (
    <>
      <Loaded query={query} skeleton="h-64 rounded-card">
        {(members) => (
          <DataTable
            caption="Staff, by name"
            columns={columns}
            rows={members}
            rowKey={({ email }) => email}
            dense
            empty={null}
          />
        )}
      </Loaded>
      {sessions.subject && <SessionsDialog member={sessions.subject} {...sessions.dialog} />}
      {removing.subject && (
        <RemoveDialog key={removing.subject.email} member={removing.subject} {...removing.dialog} />
      )}
      {secondFactor.subject && (
        <RemoveSecondFactor email={secondFactor.subject.email} {...secondFactor.dialog} />
      )}
    </>
  )
}

/** Who works in the back-office, and who is invited to. */
export function StaffPage() {
  const [inviting, setInviting] = useState(false)
  // Each invitation has a dialog of its own.
  const [invitation, setInvitation] = useState(0)
  const role = useConfirm<StaffMember>()
  // The form that was opened last: only one may ask before its input is lost.
  const [form, setForm] = useState<'invite' | 'role' | null>(null)
  const invite = () => {
    setForm('invite')
    setInvitation(invitation + 1)
    setInviting(true)
  }
  return (
    <AdminPage
      title={TITLE}
      about="Everyone who may open the back-office. A role decides what they see and may change."
      action={
        <Button size="sm" onClick={invite}>
          <UserPlus aria-hidden size={18} />
          Invite
        </Button>
      }
    >
      <Members
        onRole={(member) => {
          setForm('role')
          role.ask(member)
        }}
      />
      <Invitations />
      {form === 'invite' && <InviteDialog key={invitation} open={inviting} onOpenChange={setInviting} />}
      {form === 'role' && role.subject && (
        <RoleDialog
          key={`${role.subject.email} ${role.subject.role}`}
          member={role.subject}
          {...role.dialog}
        />
      )}
    </AdminPage>
  )
}

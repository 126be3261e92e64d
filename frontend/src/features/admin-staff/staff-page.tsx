import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { StaffMember } from '@/api/types'
import { RemoveSecondFactor } from '@/features/security/remove-second-factor'
import { AdminPage } from '@/ui/admin/admin-page'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Button } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { DataTable } from '@/ui/table'
import { Invitations } from './invitations'
import { InviteDialog } from './invite-dialog'
import { memberColumns } from './member-columns'
import { RemoveDialog, RoleDialog, SessionsDialog } from './member-dialogs'
import { staffQueries } from './queries'

export const TITLE = 'Staff'

function Members({ onRole }: { onRole: (member: StaffMember) => void }) {
  const { data, isPending, error, isRefetching, refetch } = useQuery(staffQueries.members())
  const sessions = useConfirm<StaffMember>()
  const removing = useConfirm<StaffMember>()
  const secondFactor = useConfirm<StaffMember>()
  const columns = memberColumns({
    onRole,
    onSessions: sessions.ask,
    onRemove: removing.ask,
    onSecondFactor: secondFactor.ask,
  })
  if (isPending) {
    return (
      <LoadingRegion>
        <Skeleton className="h-64 w-full rounded-card" />
      </LoadingRegion>
    )
  }
  if (data === undefined) {
    return <ErrorNotice message={messageOf(error)} pending={isRefetching} onRetry={() => void refetch()} />
  }
  return (
    <>
      <DataTable
        caption="Staff, by name"
        columns={columns}
        rows={data}
        rowKey={({ email }) => email}
        dense
        empty={null}
      />
      {sessions.subject && (
        <SessionsDialog member={sessions.subject} open={sessions.open} onOpenChange={sessions.setOpen} />
      )}
      {removing.subject && (
        <RemoveDialog
          key={removing.subject.email}
          member={removing.subject}
          open={removing.open}
          onOpenChange={removing.setOpen}
        />
      )}
      {secondFactor.subject && (
        <RemoveSecondFactor
          email={secondFactor.subject.email}
          open={secondFactor.open}
          onOpenChange={secondFactor.setOpen}
        />
      )}
    </>
  )
}

/** Who works in the back-office, and who is invited to. */
export function StaffPage() {
  const [inviting, setInviting] = useState(false)
  // Each invitation has a dialog of its own.
  const [turn, setTurn] = useState(0)
  const role = useConfirm<StaffMember>()
  // The form that was opened last: only one may ask before its input is lost.
  const [form, setForm] = useState<'invite' | 'role' | null>(null)
  const invite = () => {
    setForm('invite')
    setTurn(turn + 1)
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
      {form === 'invite' && <InviteDialog key={turn} open={inviting} onOpenChange={setInviting} />}
      {form === 'role' && role.subject && (
        <RoleDialog
          key={`${role.subject.email} ${role.subject.role}`}
          member={role.subject}
          open={role.open}
          onOpenChange={role.setOpen}
        />
      )}
    </AdminPage>
  )
}

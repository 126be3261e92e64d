import { useState } from 'react'
import { useMailConnected } from '@/api/mail-connection'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { roleLabel, type StaffRole } from '@/api/staff'
import type { SentInvitation } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatDateTime } from '@/lib/date'
import { emailRule } from '@/lib/field-rules'
import { FormDialog } from '@/ui/admin/form-dialog'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { DialogForm } from '@/ui/dialog-form'
import { EmailField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { RoleChoice } from './member-dialogs'
import { useInvite } from './queries'

const EMAIL = emailRule()

/** What is wrong with an address before it is sent; undefined for a good one. */
const emailFault = (email: string): string | undefined => EMAIL.safeParse(email).error?.issues[0]?.message

/** The link, which the server shows once. */
function Invited({ invitation: { email, role, link, expiresAt, isMailed } }: { invitation: SentInvitation }) {
  const address = <strong className="wrap-anywhere">{email}</strong>
  return (
    <div role="status" className="grid gap-4">
      {isMailed ? (
        <p>
          We mailed {address} an invitation as {roleLabel(role)}. It works once, until{' '}
          {formatDateTime(expiresAt)}.
        </p>
      ) : (
        <p>
          Mail is not connected, so nothing was mailed. Send this link to {address}: it invites as{' '}
          {roleLabel(role)}, and works once, until {formatDateTime(expiresAt)}.
        </p>
      )}
      <p className="text-cocoa">
        {isMailed && 'If the mail does not arrive, send this link yourself. '}It is shown only now, and
        whoever has it can accept.
      </p>
      <p className="rounded-input bg-shell px-4 py-3 text-sm wrap-anywhere select-all">{link}</p>
      <div>
        <CopyButton text={link} what="Link" label="Copy the link" />
      </div>
    </div>
  )
}

function InviteForm({ onInvited }: { onInvited: (invitation: SentInvitation) => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole | null>(null)
  const [checked, setChecked] = useState(false)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const { mutate, isPending, dialog } = useConfirmed(useInvite())
  const faults = firstFieldErrors(refusal)
  const invite = () => {
    setChecked(true)
    setRefusal(null)
    if (role === null || emailFault(email) !== undefined) return
    mutate(
      { email: email.trim(), role },
      {
        onSuccess: onInvited,
        onError: (error) => {
          setRefusal(error)
          if (Object.keys(firstFieldErrors(error)).length === 0) toast.error(messageOf(error))
        },
      },
    )
  }
  return (
    <>
      <DialogForm pending={isPending} dirty={email !== '' || role !== null} onSubmit={invite}>
        <EmailField
          label="Email"
          autoComplete="off"
          hint="An existing customer keeps their account, orders and addresses."
          value={email}
          error={faults.email ?? (checked ? emailFault(email) : undefined)}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleChoice
          value={role}
          error={faults.role ?? (checked && role === null ? 'Choose a role' : undefined)}
          onChange={setRole}
        />
      </DialogForm>
      {dialog}
    </>
  )
}

function titleOf(invitation: SentInvitation | null): string {
  if (invitation === null) return 'Invite staff'
  return invitation.isMailed ? 'Invitation sent' : 'Invitation made'
}

type InviteDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Invites a member of staff, and shows the link once. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<SentInvitation | null>(null)
  const mails = useMailConnected()
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(invitation)}
      what="the invitation"
      label={mails ? 'Send invitation' : 'Make invitation'}
      pendingLabel={mails ? 'Sending...' : 'Making it...'}
      footer={invitation && <Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      {invitation === null ? <InviteForm onInvited={setInvitation} /> : <Invited invitation={invitation} />}
    </FormDialog>
  )
}

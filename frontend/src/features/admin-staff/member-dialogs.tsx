// The dialogs of one member of staff. Each names the person.

import { useState } from 'react'
import { messageOf } from '@/api/problem'
import { ROLES, roleLabel, type StaffRole } from '@/api/staff'
import type { StaffMember } from '@/api/types'
import { SessionList } from '@/features/security/session-list'
import { useConfirmed } from '@/features/security/use-confirmed'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { DetailDialog } from '@/ui/admin/detail-dialog'
import { FormDialog } from '@/ui/admin/form-dialog'
import { Choice, Choices } from '@/ui/choice'
import { DialogForm } from '@/ui/dialog-form'
import { toast } from '@/ui/toast'
import { useChangeRole, useRemoveMember } from './queries'

type RoleChoiceProps = {
  value: StaffRole | null
  error?: string | undefined
  onChange: (role: StaffRole) => void
}

/** The five roles, each with what it is for. */
export function RoleChoice({ value, error, onChange }: RoleChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="font-medium">
        Role
      </p>
      <Choices legend="Role">
        {ROLES.map(({ value: role, label, about }) => (
          <Choice
            key={role}
            name="role"
            value={role}
            label={label}
            checked={value === role}
            onChoose={() => onChange(role)}
          >
            {about}
          </Choice>
        ))}
      </Choices>
      {error !== undefined && (
        <p role="alert" className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  )
}

type MemberDialogProps = {
  member: StaffMember
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** 'Ama Silva', or the address of an account without a name. */
export const nameOf = ({ firstName, lastName, email }: StaffMember): string =>
  `${firstName} ${lastName}`.trim() || email

const FAILED = 'That did not work. Please try again.'

function RoleForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const { email, role: before } = member
  const name = nameOf(member)
  const [role, setRole] = useState(before)
  const { mutate, isPending, dialog } = useConfirmed(useChangeRole())
  const save = () => {
    if (role === null || role === before) return onDone()
    mutate(
      { email, role },
      {
        onSuccess: () => {
          toast.success(`${name} has the role ${roleLabel(role)} now.`)
          onDone()
        },
        onError: (error) => toast.error(messageOf(error, FAILED)),
      },
    )
  }
  return (
    <>
      <DialogForm pending={isPending} dirty={role !== before} onSubmit={save}>
        <RoleChoice value={role} onChange={setRole} />
        <p className="text-sm text-cocoa">
          With a new role {name} is signed out on every device, and signs in again.
        </p>
      </DialogForm>
      {dialog}
    </>
  )
}

/** Changes the role. */
export function RoleDialog({ member, open, onOpenChange }: MemberDialogProps) {
  const name = nameOf(member)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Role of ${name}`}
      description={member.email}
      what={`the role of ${name}`}
      label="Save role"
      pendingLabel="Saving..."
    >
      <RoleForm member={member} onDone={() => onOpenChange(false)} />
    </FormDialog>
  )
}

/** Makes a customer of the member. */
export function RemoveDialog({ member, open, onOpenChange }: MemberDialogProps) {
  const name = nameOf(member)
  const removing = useConfirmed(useRemoveMember())
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${name}?`}
      question={`${member.email} becomes a customer again and is signed out at once.`}
      confirmLabel="Remove from staff"
      name={name}
      id={member.email}
      mutation={removing}
      success={`${name} is not staff any more.`}
      onError={(error) => toast.error(messageOf(error, FAILED))}
    >
      <p className="mt-2 text-sm text-cocoa">
        Their own orders stay. What they did here stays in the audit log.
      </p>
      {removing.dialog}
    </DeleteDialog>
  )
}

/** Where the member is signed in. */
export function SessionsDialog({ member, open, onOpenChange }: MemberDialogProps) {
  const name = nameOf(member)
  return (
    <DetailDialog
      size="md"
      open={open}
      onClose={() => onOpenChange(false)}
      title={`Where ${name} is signed in`}
      description={member.email}
    >
      <SessionList user={member.email} name={name} />
    </DetailDialog>
  )
}

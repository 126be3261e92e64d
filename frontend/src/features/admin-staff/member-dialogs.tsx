// The dialogs of one member of staff. Each names the person.

import { useId, useState } from 'react'
import { messageOf } from '@/api/problem'
import { ROLES, roleLabel, type StaffRole } from '@/api/staff'
import type { StaffMember } from '@/api/types'
import { SessionList } from '@/features/security/session-list'
import { useConfirmed } from '@/features/security/use-confirmed'
import { DeleteDialog } from '@/ui/admin/delete-dialog'
import { DetailDialog } from '@/ui/admin/detail-dialog'
import { FormDialog } from '@/ui/admin/form-dialog'
import { Choice, Choices } from '@/ui/choice'
import { FormButtons } from '@/ui/form-buttons'
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

/** Changes the role. */
export function RoleDialog({ member, open, onOpenChange: onOpen }: MemberDialogProps) {
  const { email, role: before } = member
  const name = nameOf(member)
  const id = useId()
  const [role, setRole] = useState(before)
  const { mutate, isPending, dialog } = useConfirmed(useChangeRole())
  const onOpenChange = (next: boolean) => {
    if (!next) setRole(before)
    onOpen(next)
  }
  const save = () => {
    if (role === null || role === before) return onOpenChange(false)
    mutate(
      { email, role },
      {
        onSuccess: () => {
          toast.success(`${name} has the role ${roleLabel(role)} now.`)
          onOpenChange(false)
        },
        onError: (error) => toast.error(messageOf(error, FAILED)),
      },
    )
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Role of ${name}`}
      description={email}
      what={`the role of ${name}`}
      dirty={role !== before}
      footer={
        <FormButtons
          formId={id}
          label="Save role"
          pending={isPending}
          pendingLabel="Saving..."
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <RoleChoice value={role} onChange={setRole} />
        <p className="text-sm text-cocoa">
          With a new role {name} is signed out on every device, and signs in again.
        </p>
      </form>
      {dialog}
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

import { roleLabel } from '@/api/staff'
import type { StaffMember } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { EmailText } from '@/ui/admin/columns'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import type { Column } from '@/ui/table'
import { nameOf } from './member-dialogs'

type MemberActions = {
  onRole: (member: StaffMember) => void
  onSessions: (member: StaffMember) => void
  onRemove: (member: StaffMember) => void
  onSecondFactor: (member: StaffMember) => void
}

const ACTIONS = [
  { on: 'onRole', label: 'Role', about: (name: string) => `Change the role of ${name}` },
  { on: 'onSessions', label: 'Devices', about: (name: string) => `Where ${name} is signed in` },
  { on: 'onRemove', label: 'Remove', about: (name: string) => `Remove ${name} from staff` },
] as const

function Actions({ member, on }: { member: StaffMember; on: MemberActions }) {
  if (member.isYou) return <span className="text-sm text-cocoa">Your own account</span>
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full md:flex-nowrap md:justify-end">
      {ACTIONS.map(({ on: action, label, about }) => (
        <Button
          key={action}
          variant={action === 'onRemove' ? 'quiet' : 'secondary'}
          size="sm"
          className="max-md:flex-1"
          aria-label={about(nameOf(member))}
          onClick={() => on[action](member)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Whether sign-ins ask for a code, and the button that ends it for a colleague who lost app and codes. */
function SecondFactor({ member, on }: { member: StaffMember; on: MemberActions }) {
  const { secondFactor, isYou } = member
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone={secondFactor ? 'green' : 'neutral'}>{secondFactor ? 'On' : 'Off'}</Badge>
      {secondFactor && !isYou && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Remove the second factor of ${nameOf(member)}`}
          onClick={() => on.onSecondFactor(member)}
        >
          Remove
        </Button>
      )}
    </span>
  )
}

export const memberColumns = (on: MemberActions): Column<StaffMember>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (member) => (
      <>
        <span className="font-semibold wrap-anywhere">{nameOf(member)}</span>
        <span className="block text-sm text-cocoa">
          <EmailText address={member.email} />
        </span>
      </>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role, isBlocked }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {role === null ? 'None' : roleLabel(role)}
        {isBlocked && <Badge tone="red">Blocked</Badge>}
      </span>
    ),
  },
  {
    key: 'secondFactor',
    header: 'Second factor',
    cell: (member) => <SecondFactor member={member} on={on} />,
  },
  {
    key: 'lastLogin',
    header: 'Last login',
    cell: ({ lastLogin }) => (
      <span className="md:whitespace-nowrap">{lastLogin === null ? 'Never' : formatDateTime(lastLogin)}</span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    bare: true,
    className: 'max-md:pt-2',
    cell: (member) => <Actions member={member} on={on} />,
  },
]

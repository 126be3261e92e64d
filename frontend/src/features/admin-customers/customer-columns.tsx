import { type May, type Permission, roleLabel, type StaffRole } from '@/api/staff'
import type { AdminUser } from '@/api/types'
import { FIRST_ACTION, SECOND_ACTION } from '@/ui/admin/card-actions'
import { EmailText } from '@/ui/admin/email-text'
import { RowButton } from '@/ui/admin/row-button'
import { Badge } from '@/ui/badge'
import { Avatar } from '@/ui/image'
import type { Column } from '@/ui/table'

/** The role of staff; 'Admin' in an answer of a former release. */
function typeOf(user: AdminUser & { role?: StaffRole | null }): string {
  if (user.role) return roleLabel(user.role)
  return user.type === 'admin' ? 'Admin' : 'Customer'
}

export type CustomerActions = {
  /** The admin's own address: admins cannot block or delete themselves. */
  ownEmail: string | undefined
  onView: (user: AdminUser) => void
  onBlock: (user: AdminUser) => void
  onDelete: (user: AdminUser) => void
  /** The rights of the signed-in member of staff. */
  may: May
}

/** Accounts of staff are the owners' alone. */
const mayChange = (may: May, user: AdminUser, permission: Permission): boolean =>
  may(user.type === 'admin' ? 'manageStaff' : permission)

export const customerColumns = ({
  ownEmail,
  onView,
  onBlock,
  onDelete,
  may,
}: CustomerActions): Column<AdminUser>[] => [
  { key: 'firstName', header: 'First Name', cell: (user) => user.firstName },
  { key: 'lastName', header: 'Last Name', cell: (user) => user.lastName },
  {
    key: 'email',
    header: 'Email',
    cell: (user) => (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={(event) => {
          event.stopPropagation()
          onView(user)
        }}
        className="min-h-11 text-lotus max-md:text-end md:text-start underline underline-offset-2 hover:text-lotus-deep"
      >
        <EmailText address={user.email} />
      </button>
    ),
  },
  {
    key: 'blocked',
    header: 'Blocked?',
    cell: (user) => <Badge tone={user.isBlocked ? 'red' : 'neutral'}>{user.isBlocked ? 'Yes' : 'No'}</Badge>,
  },
  { key: 'type', header: 'Type', cell: typeOf },
  {
    key: 'profile',
    header: 'Profile',
    className: 'max-md:items-center',
    cell: (user) => <Avatar src={user.profilePicture} alt={`Picture of ${user.name || user.email}`} />,
  },
  {
    key: 'block',
    header: 'Block',
    bare: true,
    className: FIRST_ACTION,
    cell: (user) =>
      user.email === ownEmail ? (
        <span className="text-sm text-cocoa">Your own account</span>
      ) : !mayChange(may, user, 'blockUsers') ? null : (
        <RowButton
          variant="secondary"
          aria-label={`${user.isBlocked ? 'Unblock' : 'Block'} ${user.email}`}
          onPress={() => onBlock(user)}
        >
          {user.isBlocked ? 'Unblock' : 'Block'}
        </RowButton>
      ),
  },
  {
    key: 'delete',
    header: 'Delete',
    bare: true,
    className: SECOND_ACTION,
    cell: (user) =>
      user.email !== ownEmail &&
      mayChange(may, user, 'manageUsers') && (
        <RowButton
          className="md:-ms-2 xl:-ms-4"
          aria-label={`Delete ${user.email}`}
          onPress={() => onDelete(user)}
        >
          Delete
        </RowButton>
      ),
  },
]

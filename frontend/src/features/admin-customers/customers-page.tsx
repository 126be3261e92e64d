import { useInfiniteQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { rowsOf } from '@/api/paging'
import { useSession } from '@/api/session'
import { type May, type Permission, roleLabel, type StaffRole, useMay } from '@/api/staff'
import type { AdminUser } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmailText, FIRST_ACTION, RowButton, SECOND_ACTION } from '@/ui/admin/columns'
import { EmptyList } from '@/ui/admin/empty-list'
import { PagedTable } from '@/ui/admin/paged-table'
import { SearchBox } from '@/ui/admin/search-box'
import { useConfirm } from '@/ui/admin/use-confirm'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { Badge } from '@/ui/badge'
import { Avatar } from '@/ui/image'
import type { Column } from '@/ui/table'
import { BlockDialog, DeleteCustomerDialog } from './block-dialog'
import { CustomerDialog } from './customer-dialog'
import { userQueries } from './queries'

/** The role of staff; 'Admin' in an answer of a former release. */
function typeOf(user: AdminUser & { role?: StaffRole | null }): string {
  if (user.role) return roleLabel(user.role)
  return user.type === 'admin' ? 'Admin' : 'Customer'
}

type CustomerActions = {
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

const customerColumns = ({
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

export const TITLE = 'Customers'

export function AdminCustomersPage() {
  const [params, patch] = useUrlState()
  const q = (params.get('q') ?? '').slice(0, maxLength('searchLength'))
  const query = useInfiniteQuery(userQueries.list(q))
  const ownEmail = useSession().user?.email
  const blocking = useConfirm<AdminUser>()
  const deleting = useConfirm<AdminUser>()
  const viewed = useDetailParam()
  const view = ({ email }: AdminUser) => viewed.show(email)
  const may = useMay()
  const columns = customerColumns({
    ownEmail,
    onView: view,
    onBlock: blocking.ask,
    onDelete: deleting.ask,
    may,
  })
  return (
    <AdminPage title={TITLE} about="Everyone who registered, with what they bought.">
      <div className="mb-5 flex max-w-2xl">
        <SearchBox
          label="Search by name, email or phone"
          value={q}
          onSearch={(text) => patch({ q: text, pages: null })}
        />
      </div>
      <PagedTable
        query={query}
        noun="customers"
        failure="Failed to fetch customers. Please try again."
        caption="Customers, newest first"
        columns={columns}
        rowKey={(user) => user._id}
        onRowClick={view}
        empty={
          <EmptyList
            icon={UserSearch}
            noun="customers"
            filtered={q !== ''}
            onShowAll={() => patch({ q: null, pages: null })}
            first="Customers come here when they register."
          />
        }
      />
      <CustomerDialog
        email={viewed.id}
        known={rowsOf(query.data).find(({ email }) => email === viewed.id)}
        open={viewed.open}
        onClose={viewed.close}
      />
      {blocking.subject && <BlockDialog user={blocking.subject} {...blocking.dialog} />}
      {deleting.subject && <DeleteCustomerDialog user={deleting.subject} {...deleting.dialog} />}
    </AdminPage>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { rowsOf } from '@/api/paging'
import { useSession } from '@/api/session'
import { useMay } from '@/api/staff'
import type { AdminUser } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmptyList } from '@/ui/admin/empty-list'
import { PagedTable } from '@/ui/admin/paged-table'
import { SearchBox } from '@/ui/admin/search-box'
import { useConfirm } from '@/ui/admin/use-confirm'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { BlockDialog } from './block-dialog'
import { customerColumns } from './customer-columns'
import { CustomerDialog } from './customer-dialog'
import { DeleteCustomerDialog } from './delete-customer-dialog'
import { userQueries } from './queries'

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
      {blocking.subject && (
        <BlockDialog user={blocking.subject} open={blocking.open} onOpenChange={blocking.setOpen} />
      )}
      {deleting.subject && (
        <DeleteCustomerDialog user={deleting.subject} open={deleting.open} onOpenChange={deleting.setOpen} />
      )}
    </AdminPage>
  )
}

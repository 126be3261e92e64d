import { useInfiniteQuery } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { rowsOf } from '@/api/paging'
import type { Order } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmptyList } from '@/ui/admin/empty-list'
import { FilterChips } from '@/ui/admin/filter-chips'
import { STATUS_OPTIONS, STATUSES } from '@/ui/admin/order-status'
import { PagedTable } from '@/ui/admin/paged-table'
import { SearchBox } from '@/ui/admin/search-box'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { orderColumns } from './order-columns'
import { OrderDetailDialog } from './order-detail-dialog'
import { UpdateOrderDialog } from './update-order-dialog'
import { useOrderEditor } from './use-order-editor'

export const TITLE = 'Admin Orders Page'

const FILTERS = [{ value: '' as const, label: 'All' }, ...STATUS_OPTIONS]

export function AdminOrdersPage() {
  const [params, patch] = useUrlState()
  const status = oneOf(params.get('status'), ['', ...STATUSES], '')
  const q = params.get('q') ?? ''
  // Customers place orders at any time: refetch on every visit.
  const list = orderQueries.list({ ...(status && { status }), q })
  const query = useInfiniteQuery({ ...list, staleTime: 0 })
  const shown = useDetailParam()
  const show = ({ orderId }: Order) => shown.show(orderId)
  const updating = useOrderEditor()
  const columns = orderColumns({
    onView: show,
    onUpdate: (order) => void updating.ask(order),
    opening: updating.reading,
  })
  const filtered = status !== '' || q !== ''
  return (
    <AdminPage title={TITLE}>
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-4">
        <SearchBox
          label="Search by order ID, name or email"
          value={q}
          onSearch={(text) => patch({ q: text, pages: null })}
        />
        <FilterChips
          label="Show orders by status"
          options={FILTERS}
          value={status}
          onChange={(next) => patch({ status: next, pages: null })}
        />
      </div>
      <PagedTable
        query={query}
        noun="orders"
        failure="Failed To Fetch Orders. Please Try Again"
        caption="Orders, newest first"
        columns={columns}
        rowKey={(order) => order.orderId}
        onRowClick={show}
        empty={
          <EmptyList
            icon={PackageSearch}
            noun="orders"
            filtered={filtered}
            onShowAll={() => patch({ q: null, status: null, pages: null })}
          />
        }
      />
      <OrderDetailDialog
        orderId={shown.id}
        known={rowsOf(query.data).find((order) => order.orderId === shown.id)}
        open={shown.open}
        opening={updating.reading !== null}
        onClose={() => {
          updating.drop()
          shown.close()
        }}
        onUpdate={async (order) => {
          if (await updating.ask(order)) shown.close()
        }}
      />
      {updating.subject && (
        <UpdateOrderDialog order={updating.subject} open={updating.open} onOpenChange={updating.setOpen} />
      )}
    </AdminPage>
  )
}

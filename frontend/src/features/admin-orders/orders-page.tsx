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
import { pointLabel, QUEUES } from './fulfilment'
import { orderColumns } from './order-columns'
import { OrderDetailDialog } from './order-detail-dialog'
import { QueueBar } from './queue-bar'
import { UpdateOrderDialog } from './update-order-dialog'
import { useOrderEditor } from './use-order-editor'
import { useTicks } from './use-ticks'

export const TITLE = 'Admin Orders Page'

const FILTERS = [{ value: '' as const, label: 'All' }, ...STATUS_OPTIONS]
const QUEUE_FILTERS = QUEUES.map((value) => ({ value, label: pointLabel(value) }))

export function AdminOrdersPage() {
  const [params, patch] = useUrlState()
  const status = oneOf(params.get('status'), ['', ...STATUSES], '')
  const queue = oneOf(params.get('fulfilment'), ['', ...QUEUES], '')
  const q = params.get('q') ?? ''
  // Customers place orders at any time: refetch on every visit.
  const list = orderQueries.list({ ...(status && { status }), ...(queue && { fulfilment: queue }), q })
  const query = useInfiniteQuery({ ...list, staleTime: 0 })
  const shown = useDetailParam()
  const show = ({ orderId }: Order) => shown.show(orderId)
  const updating = useOrderEditor()
  const ticks = useTicks(rowsOf(query.data), `${queue} ${q}`)
  const columns = orderColumns({
    onView: show,
    onUpdate: (order) => void updating.ask(order),
    opening: updating.reading,
    ...(queue !== '' && { ticks }),
  })
  const filtered = status !== '' || queue !== '' || q !== ''
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
          value={queue === '' ? status : null}
          onChange={(next) => patch({ status: next, fulfilment: null, pages: null })}
        />
        <FilterChips
          label="Show the packing queue"
          options={QUEUE_FILTERS}
          value={queue === '' ? null : queue}
          onChange={(next) => patch({ fulfilment: next === queue ? null : next, status: null, pages: null })}
        />
      </div>
      {queue !== '' && <QueueBar queue={queue} ticked={ticks.ticked} onDone={ticks.keep} />}
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
            onShowAll={() => patch({ q: null, status: null, fulfilment: null, pages: null })}
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

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { rowsOf } from '@/api/paging'
import { firstFieldErrors } from '@/api/problem'
import { useMay } from '@/api/staff'
import type { Order } from '@/api/types'
import { orderCountsQuery, orderQueries } from '@/features/orders/queries'
import { useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { EmptyList } from '@/ui/admin/empty-list'
import { PagedTable } from '@/ui/admin/paged-table'
import { useConfirm } from '@/ui/admin/use-confirm'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { filtersOf, holdsUnpacked, NO_FILTERS, readListState } from './list-state'
import { orderColumns } from './order-columns'
import { OrderDetailDialog } from './order-detail-dialog'
import { OrderToolbar } from './order-toolbar'
import { useFreshOrder } from './queries'
import { QueueBar, useTicks } from './queue-bar'
import { UpdateOrderDialog } from './update-order-dialog'

/** The order whose form is open. It is refetched first, so that another admin's change is visible. */
function useOrderEditor() {
  const { ask: open, ...asked } = useConfirm<Order>()
  const read = useFreshOrder()
  const [reading, setReading] = useState<string | null>(null)
  const latestRequest = useRef(0)
  /** Opens the form; false when another one was requested meanwhile. */
  const ask = async (known: Order): Promise<boolean> => {
    latestRequest.current += 1
    const own = latestRequest.current
    setReading(known.orderId)
    const order = await read(known)
    if (own !== latestRequest.current) return false
    setReading(null)
    open(order)
    return true
  }
  const drop = () => {
    latestRequest.current += 1
    setReading(null)
  }
  return { ...asked, reading, ask, drop }
}

export const TITLE = 'Admin Orders Page'
const FAILED = 'Failed To Fetch Orders. Please Try Again'

export function AdminOrdersPage() {
  const [params, patch] = useUrlState()
  const state = readListState(params)
  const { queue } = state
  const filters = filtersOf(state)
  // Customers place orders at any time: refetch on every visit.
  const query = useInfiniteQuery({ ...orderQueries.list(filters), staleTime: 0 })
  const counts = useQuery(orderCountsQuery(filters))
  const wrongDay = firstFieldErrors(query.error).to
  const shown = useDetailParam()
  const may = useMay()
  const show = ({ orderId }: Order) => shown.show(orderId)
  const updating = useOrderEditor()
  const ticks = useTicks(rowsOf(query.data), JSON.stringify(filters))
  const takes = queue !== '' && may('fulfilOrders') ? queue : null
  const cancels = may('cancelProcessingOrders') && holdsUnpacked(state)
  const isTickable = takes !== null || cancels
  const columns = orderColumns({
    onView: show,
    onUpdate: (order) => void updating.ask(order),
    opening: updating.reading,
    mayUpdate: may('writeOrderNotes'),
    ...(isTickable && { ticks }),
    ...(takes !== null && { queue: takes }),
  })
  return (
    <AdminPage title={TITLE} about="All orders, from the first click to the parcel at the door.">
      <OrderToolbar
        state={state}
        counts={counts.data}
        error={query.error}
        onChange={(change) => patch({ ...change, pages: null })}
      />
      {isTickable && <QueueBar queue={takes} cancels={cancels} ticks={ticks} />}
      <PagedTable
        query={query}
        noun="orders"
        failure={wrongDay === undefined ? FAILED : `Ordered until: ${wrongDay}`}
        caption="Orders, newest first"
        columns={columns}
        rowKey={(order) => order.orderId}
        onRowClick={show}
        empty={
          <EmptyList
            icon={PackageSearch}
            noun="orders"
            filtered={Object.keys(filters).length > 0}
            onShowAll={() => patch(NO_FILTERS)}
            first="Orders come here as soon as a customer places one. Place one yourself to see how it goes."
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

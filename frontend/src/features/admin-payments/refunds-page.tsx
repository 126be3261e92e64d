import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { rowsOf } from '@/api/paging'
import type { Order } from '@/api/types'
import { AdminPage } from '@/ui/admin/admin-page'
import { openColumn, orderColumn, timeColumn } from '@/ui/admin/columns'
import { DetailDialog } from '@/ui/admin/detail-dialog'
import { StatusBadge } from '@/ui/admin/order-status'
import { PagedTable } from '@/ui/admin/paged-table'
import { useDetailParam } from '@/ui/admin/use-detail-param'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'
import { Money } from '@/ui/price'
import type { Column } from '@/ui/table'
import { isUnderWay, refundable } from './amounts'
import { methodLabel, REFUND_LOOKS } from './labels'
import { OrderInDialog, useOrderOfDialog } from './order-in-dialog'
import { OrderLink } from './order-link'
import { PaymentSection } from './payment-section'
import { paymentQueries } from './queries'

function UnderWay({ order: { refunds = [] } }: { order: Order }) {
  const open = refunds.filter(isUnderWay)
  if (open.length === 0) return '–'
  return (
    <ul className="grid gap-1 max-md:justify-items-end">
      {open.map(({ refundId, amount, state }) => (
        <li key={refundId} className="flex flex-wrap items-center gap-2">
          <Money amount={amount} />
          <Badge tone={REFUND_LOOKS[state].tone}>{REFUND_LOOKS[state].label}</Badge>
        </li>
      ))}
    </ul>
  )
}

const refundColumns = (onView: (order: Order) => void): Column<Order>[] => [
  { ...orderColumn, header: 'Order' },
  timeColumn('placed', 'Placed', ({ date }) => date),
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'method', header: 'Paid by', cell: ({ payment }) => methodLabel(payment.method) },
  {
    key: 'due',
    header: 'To refund',
    align: 'end',
    cell: (order) => <Money amount={refundable(order).dueCents / 100} className="font-semibold" />,
  },
  { key: 'underWay', header: 'On its way', cell: (order) => <UnderWay order={order} /> },
  openColumn('Open', (order) => `Open the payment of ${order.orderId}`, onView),
]

type PaymentDialogProps = {
  orderId: string
  /** The order from the list, shown until the query answers. */
  known: Order | undefined
  open: boolean
  onClose: () => void
}

/** The payment of one order. */
function PaymentDialog({ orderId, known, open, onClose }: PaymentDialogProps) {
  const shown = useOrderOfDialog(orderId, known, open)
  return (
    <DetailDialog open={open} onClose={onClose} title={`Payment of order ${orderId}`}>
      <OrderInDialog of={shown}>
        {(order) => (
          <div className="grid gap-4">
            <p className="flex flex-wrap gap-x-3">
              <OrderLink orderId={orderId} />
              {order.name}
            </p>
            <PaymentSection order={order} />
          </div>
        )}
      </OrderInDialog>
    </DetailDialog>
  )
}

export const TITLE = 'Refunds'

/** The orders of which money has to go back or is on its way, oldest order first. */
export function RefundsPage() {
  const query = useInfiniteQuery({ ...paymentQueries.refunds(), staleTime: 0 })
  const shown = useDetailParam()
  const show = ({ orderId }: Order) => shown.show(orderId)
  return (
    <AdminPage
      title={TITLE}
      about="Orders of which the shop holds more than it may keep, and refunds that are not finished."
    >
      <PagedTable
        query={query}
        noun="orders"
        failure="Failed To Fetch Refunds. Please Try Again"
        caption="Orders to refund, oldest first"
        columns={refundColumns(show)}
        rowKey={(order) => order.orderId}
        onRowClick={show}
        empty={<EmptyState icon={CircleCheck} title="Nothing to refund" />}
      />
      <PaymentDialog
        orderId={shown.id}
        known={rowsOf(query.data).find(({ orderId }) => orderId === shown.id)}
        open={shown.open}
        onClose={shown.close}
      />
    </AdminPage>
  )
}

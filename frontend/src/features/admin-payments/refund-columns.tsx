import type { Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { StatusBadge } from '@/ui/admin/order-status'
import { openColumn } from '@/ui/admin/row-button'
import { Badge } from '@/ui/badge'
import { Money } from '@/ui/price'
import type { Column } from '@/ui/table'
import { isUnderWay, refundable } from './amounts'
import { methodLabel, REFUND_LOOKS } from './labels'

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

export const refundColumns = (onView: (order: Order) => void): Column<Order>[] => [
  {
    key: 'order',
    header: 'Order',
    cell: ({ orderId, name }) => (
      <>
        <span className="font-semibold whitespace-nowrap">{orderId}</span>
        <span className="block text-sm text-cocoa">{name}</span>
      </>
    ),
  },
  {
    key: 'placed',
    header: 'Placed',
    cell: ({ date }) => <span className="md:whitespace-nowrap">{formatDateTime(date)}</span>,
  },
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

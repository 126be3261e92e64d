import type { Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Fact } from '@/ui/admin/detail-item'
import { StatusBadge } from '@/ui/admin/order-status'

/** The @ stays: only what stands before and after it may mean something else in a link ('?', '&', '%'). */
const mailTo = (email: string): string => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`

const LINK = '-my-2 inline-block py-2 text-lotus underline underline-offset-2 hover:text-lotus-deep'

/** Everything about an order but its items. */
export function OrderFacts({ order }: { order: Order }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Fact name="Order ID">
        <span className="font-semibold">{order.orderId}</span>
      </Fact>
      <Fact name="Status">
        <StatusBadge status={order.status} />
      </Fact>
      <Fact name="Order Date">{formatDateTime(order.date)}</Fact>
      <Fact name="Payment ID">{order.paymentId || 'N/A'}</Fact>
      {order.refunded === true && <Fact name="Payment">Refunded</Fact>}
      <Fact name="Customer">{order.name}</Fact>
      <Fact name="Phone">
        <a href={`tel:${order.phone.replace(/[^\d+]/g, '')}`} className={LINK}>
          {order.phone}
        </a>
      </Fact>
      <Fact name="Email">
        <a href={mailTo(order.email)} className={LINK}>
          {order.email}
        </a>
      </Fact>
      <Fact name="Shipping Address">{order.address}</Fact>
      <Fact name="Notes" wide>
        {order.notes || 'No notes available'}
      </Fact>
    </dl>
  )
}

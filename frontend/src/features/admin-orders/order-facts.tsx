import type { Order } from '@/api/types'
import { DeliveryFacts, isPickup } from '@/features/orders/delivery-facts'
import { formatDateTime } from '@/lib/date'
import { DetailItem } from '@/ui/admin/detail-item'
import { StatusBadge } from '@/ui/admin/order-status'
import { pointOf } from './fulfilment'

/** Encodes the parts before and after the @, which may contain '?', '&' or '%'. */
const mailTo = (email: string): string => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`

const LINK = '-my-2 inline-block py-2 text-lotus underline underline-offset-2 hover:text-lotus-deep'

function Parcel({ order: { courier, trackingNumber, trackingUrl } }: { order: Order }) {
  return (
    <>
      {courier !== null && <DetailItem name="Courier">{courier}</DetailItem>}
      {trackingNumber !== null && <DetailItem name="Tracking number">{trackingNumber}</DetailItem>}
      {trackingUrl !== null && (
        <DetailItem name="Tracking link" wide>
          <a href={trackingUrl} target="_blank" rel="noreferrer" className={LINK}>
            {trackingUrl}
          </a>
        </DetailItem>
      )}
    </>
  )
}

/** An order's fields without its items. */
export function OrderFacts({ order }: { order: Order }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <DetailItem name="Order ID">
        <span className="font-semibold">{order.orderId}</span>
      </DetailItem>
      <DetailItem name="Status">
        <StatusBadge status={order.status} />
      </DetailItem>
      <DetailItem name="Packing and delivery">{pointOf(order)}</DetailItem>
      <DetailItem name="Delivery">
        <DeliveryFacts order={order} />
      </DetailItem>
      <DetailItem name="Order Date">{formatDateTime(order.date)}</DetailItem>
      <DetailItem name="Payment ID">{order.paymentId || 'N/A'}</DetailItem>
      {order.refunded === true && <DetailItem name="Payment">Refunded</DetailItem>}
      <DetailItem name="Customer">{order.name}</DetailItem>
      <DetailItem name="Phone">
        <a href={`tel:${order.phone.replace(/[^\d+]/g, '')}`} className={LINK}>
          {order.phone}
        </a>
      </DetailItem>
      <DetailItem name="Email">
        <a href={mailTo(order.email)} className={LINK}>
          {order.email}
        </a>
      </DetailItem>
      <DetailItem name={isPickup(order) ? 'Pick-up Address' : 'Shipping Address'}>{order.address}</DetailItem>
      <Parcel order={order} />
      {order.customerNote !== null && (
        <DetailItem name="The customer's remark" wide>
          {order.customerNote}
        </DetailItem>
      )}
      <DetailItem name="Notes" wide>
        {order.notes || 'No notes available'}
      </DetailItem>
    </dl>
  )
}

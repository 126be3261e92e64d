import { useMay } from '@/api/staff'
import type { Order } from '@/api/types'
import { OrderInDialog, useOrderOfDialog } from '@/features/admin-payments/order-in-dialog'
import { PaymentSection } from '@/features/admin-payments/payment-section'
import { OrderReturns } from '@/features/admin-returns/order-returns'
import { DeliveryFacts, isPickup } from '@/features/orders/delivery-facts'
import { extraLines } from '@/features/orders/extra-lines'
import { formatDateTime } from '@/lib/date'
import { formatInteger } from '@/lib/integer'
import { formatCents, formatMoney, lineTotalCents } from '@/lib/money'
import { DetailDialog } from '@/ui/admin/detail-dialog'
import { DetailItem } from '@/ui/admin/detail-item'
import { StatusBadge } from '@/ui/admin/order-status'
import { Button } from '@/ui/button'
import { ProductImage } from '@/ui/image'
import { LineDiscount } from '@/ui/price'
import { Spinner } from '@/ui/spinner'
import { VatLine } from '@/ui/vat-line'
import { pointOf } from './fulfilment'
import { NextStep } from './next-step'
import { NoteForm, OrderHistory } from './order-history'
import { OrderPapers } from './order-papers'

/** The order's items with pictures, what is charged besides, and the total. */
function OrderItems({ order }: { order: Order }) {
  const extras = extraLines(order)
  return (
    <section aria-label="Items">
      <ul className="divide-y divide-line border-y border-line">
        {order.orderedItems.map((item) => (
          <li key={item.productId} className="flex items-center gap-4 py-3">
            <div className="w-14 flex-none overflow-hidden rounded-input">
              <ProductImage src={item.image ?? ''} alt="" sizes="56px" />
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{item.name}</p>
              <p className="text-sm text-cocoa tabular-nums">
                {formatMoney(item.price)} × {formatInteger(item.quantity)}
                {item.returned > 0 && <span className="block">{formatInteger(item.returned)} came back</span>}
              </p>
            </div>
            <div className="text-end font-semibold whitespace-nowrap tabular-nums">
              <p>{formatCents(lineTotalCents(item.price, item.quantity))}</p>
              <LineDiscount amount={item.discount} />
            </div>
          </li>
        ))}
      </ul>
      {extras.length > 0 && (
        <ul className="grid gap-1 border-b border-line py-3 tabular-nums">
          {extras.map(({ code, label, amount }) => (
            <li key={code + label} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">{label}</span>
              <span className="whitespace-nowrap">{formatMoney(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex items-baseline justify-between gap-4 pt-3 text-lg font-semibold tabular-nums">
        <span>Total</span>
        <span>{formatMoney(order.total)}</span>
      </p>
      <VatLine vat={order.vat} className="text-end" />
    </section>
  )
}

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
function OrderFacts({ order }: { order: Order }) {
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

type OrderDetailDialogProps = {
  orderId: string
  /** The order from the list, shown until the query answers. */
  known: Order | undefined
  open: boolean
  /** The form is loading. */
  opening: boolean
  onClose: () => void
  onUpdate: (order: Order) => void
}

/** One order with all its fields. */
export function OrderDetailDialog(props: OrderDetailDialogProps) {
  const { orderId, known, open, opening, onClose, onUpdate } = props
  const shown = useOrderOfDialog(orderId, known, open)
  const { order } = shown
  const may = useMay()
  return (
    <DetailDialog
      open={open}
      onClose={onClose}
      title={`Order ${orderId}`}
      actions={
        order &&
        may('writeOrderNotes') && (
          <Button onClick={() => onUpdate(order)}>
            {opening && <Spinner className="size-4" />}
            Update
          </Button>
        )
      }
    >
      <OrderInDialog of={shown}>
        {(order) => (
          <div className="grid gap-6">
            {may('fulfilOrders') && <NextStep key={order.fulfilmentStatus} order={order} />}
            <OrderFacts order={order} />
            <OrderPapers order={order} />
            <OrderItems order={order} />
            <OrderReturns order={order} />
            <PaymentSection order={order} />
            <OrderHistory orderId={order.orderId} />
            {may('writeOrderNotes') && <NoteForm orderId={order.orderId} />}
          </div>
        )}
      </OrderInDialog>
    </DetailDialog>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { formatCents, lineTotalCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ProductImage } from '@/ui/image'
import { Money } from '@/ui/price'
import { StatusBadge } from './order-status'

function Detail({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-sm text-cocoa">{label}</dt>
      <dd className="mt-0.5 font-medium break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <>
      <h3 className="mt-6 border-t border-line pt-5 font-display text-xl">Items</h3>
      <ul className="mt-1 divide-y divide-line">
        {order.orderedItems.map((item) => (
          <li key={item.productId} className="flex items-center gap-4 py-3">
            <ProductImage src={item.image} alt="" sizes="4rem" className="!w-14 flex-none rounded-tag" />
            <div className="min-w-0 flex-1">
              <Link
                to={`/products/productinfo/${encodeURIComponent(item.productId)}`}
                className="font-semibold hover:text-lotus hover:underline"
              >
                {item.name}
              </Link>
              <p className="text-sm text-cocoa tabular-nums">
                <Money amount={item.price} /> × {item.quantity}
              </p>
            </div>
            <p className="font-semibold whitespace-nowrap tabular-nums">
              {formatCents(lineTotalCents(item.price, item.quantity))}
            </p>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-lg font-semibold">
        Total <Money amount={order.total} />
      </p>
    </>
  )
}

/** Everything about one order. */
export function OrderDialog({
  order,
  open,
  onOpenChange,
}: {
  order: Order
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Order details"
      footer={
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      }
    >
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Detail label="Order ID">{order.orderId}</Detail>
        <Detail label="Status">
          <StatusBadge status={order.status} />
        </Detail>
        <Detail label="Order Date">{formatDateTime(order.date)}</Detail>
        <Detail label="Payment ID">{order.paymentId || 'N/A'}</Detail>
        <Detail label="Notes" wide>
          {order.notes || 'No notes available'}
        </Detail>
        <Detail label="Name">{order.name}</Detail>
        <Detail label="Phone">{order.phone}</Detail>
        <Detail label="Address" wide>
          {order.address}
        </Detail>
      </dl>
      <Items order={order} />
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import type { Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { BuyAgain } from './buy-again'
import { OrderLines } from './order-lines'
import { StatusBadges } from './order-status'

function Detail({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-sm text-cocoa">{label}</dt>
      <dd className="mt-0.5 font-medium break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

function OrderItems({ order }: { order: Order }) {
  return (
    <>
      <h3 className="mt-6 border-t border-line pt-5 font-display text-xl">Items</h3>
      <OrderLines order={order} linked className="mt-1" lineClassName="py-3" totalClassName="pt-3 text-lg" />
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
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Close
          </Button>
          <BuyAgain order={order} />
          <ButtonLink to={`/orders/${order.orderId}`}>Follow this order</ButtonLink>
        </>
      }
    >
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Detail label="Order ID">{order.orderId}</Detail>
        <Detail label="Status">
          <StatusBadges order={order} />
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
      <OrderItems order={order} />
    </Dialog>
  )
}

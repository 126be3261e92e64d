import { useQuery } from '@tanstack/react-query'
import { PackageOpen, ReceiptText } from 'lucide-react'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { PaymentSection } from '@/features/admin-payments/payment-section'
import { orderQueries } from '@/features/orders/queries'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { Spinner } from '@/ui/spinner'
import { NextStep } from './next-step'
import { NoteForm } from './note-form'
import { OrderFacts } from './order-facts'
import { OrderHistory } from './order-history'
import { OrderItems } from './order-items'
import { invoicePath, invoiceTitle, packingSlipPath } from './print-paths'

export type OrderDetailDialogProps = {
  orderId: string
  /** The order from the list, shown until the query answers. */
  known: Order | undefined
  open: boolean
  /** The form is loading. */
  opening: boolean
  onClose: () => void
  onUpdate: (order: Order) => void
}

/** Links to the printable sheets. */
function Papers({ order: { orderId, status } }: { order: Order }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={invoicePath(orderId)} state={FROM_HERE} variant="secondary" size="sm">
        <ReceiptText aria-hidden size={18} />
        {invoiceTitle(status)}
      </ButtonLink>
      {status !== 'cancelled' && (
        <ButtonLink to={packingSlipPath(orderId)} state={FROM_HERE} variant="secondary" size="sm">
          <PackageOpen aria-hidden size={18} />
          Packing slip
        </ButtonLink>
      )}
    </div>
  )
}

/** One order with all its fields. */
export function OrderDetailDialog(props: OrderDetailDialogProps) {
  const { orderId, known, open, opening, onClose, onUpdate } = props
  const query = useQuery({
    ...orderQueries.detail(orderId),
    enabled: open && orderId !== '',
    staleTime: 0,
  })
  const order = query.data ?? (query.data === null ? null : known)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Order ${orderId}`}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {order && (
            <Button onClick={() => onUpdate(order)}>
              {opening && <Spinner className="size-4" />}
              Update
            </Button>
          )}
        </>
      }
    >
      {order && (
        <div className="grid gap-6">
          <NextStep key={order.fulfilmentStatus} order={order} />
          <OrderFacts order={order} />
          <Papers order={order} />
          <OrderItems order={order} />
          <PaymentSection order={order} />
          <OrderHistory orderId={order.orderId} />
          <NoteForm orderId={order.orderId} />
        </div>
      )}
      {order === null && <p>There is no order with this number.</p>}
      {order === undefined && query.isError && (
        <ErrorNotice message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {order === undefined && !query.isError && (
        <LoadingRegion>
          <Skeleton className="h-64 w-full" />
        </LoadingRegion>
      )}
    </Dialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { OrderLink } from './order-link'
import { PaymentSection } from './payment-section'

export type PaymentDialogProps = {
  orderId: string
  /** The order from the list, shown until the query answers. */
  known: Order | undefined
  open: boolean
  onClose: () => void
}

/** The payment of one order. */
export function PaymentDialog({ orderId, known, open, onClose }: PaymentDialogProps) {
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
      title={`Payment of order ${orderId}`}
      size="lg"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {order && (
        <div className="grid gap-4">
          <p className="flex flex-wrap gap-x-3">
            <OrderLink orderId={orderId} />
            {order.name}
          </p>
          <PaymentSection order={order} />
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

import type { Order } from '@/api/types'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { OrderInDialog, useOrderOfDialog } from './order-in-dialog'
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
  const shown = useOrderOfDialog(orderId, known, open)
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
    </Dialog>
  )
}

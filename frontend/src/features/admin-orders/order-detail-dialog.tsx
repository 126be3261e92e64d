import { PackageOpen, ReceiptText } from 'lucide-react'
import { useMay } from '@/api/staff'
import type { Order } from '@/api/types'
import { OrderInDialog, useOrderOfDialog } from '@/features/admin-payments/order-in-dialog'
import { PaymentSection } from '@/features/admin-payments/payment-section'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
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
  const shown = useOrderOfDialog(orderId, known, open)
  const { order } = shown
  const may = useMay()
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
          {order && may('writeOrderNotes') && (
            <Button onClick={() => onUpdate(order)}>
              {opening && <Spinner className="size-4" />}
              Update
            </Button>
          )}
        </>
      }
    >
      <OrderInDialog of={shown}>
        {(order) => (
          <div className="grid gap-6">
            {may('fulfilOrders') && <NextStep key={order.fulfilmentStatus} order={order} />}
            <OrderFacts order={order} />
            <Papers order={order} />
            <OrderItems order={order} />
            <PaymentSection order={order} />
            <OrderHistory orderId={order.orderId} />
            {may('writeOrderNotes') && <NoteForm orderId={order.orderId} />}
          </div>
        )}
      </OrderInDialog>
    </Dialog>
  )
}

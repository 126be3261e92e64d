import { useId, useState } from 'react'
import type { Order } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog } from '@/ui/dialog'
import { UpdateOrderForm } from './update-order-form'

export type UpdateOrderDialogProps = { order: Order; open: boolean; onOpenChange: (open: boolean) => void }

/** Edits an order. Cancel leaves at once; a slip of Escape or the backdrop asks before it loses what was typed. */
export function UpdateOrderDialog({ order, open, onOpenChange }: UpdateOrderDialogProps) {
  const formId = useId()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || !dirty ? onOpenChange(next) : setAsking(true))}
      title={`Update order ${order.orderId}`}
      description={`${order.name} · ${formatMoney(order.total)}`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Save Changes
          </Button>
        </>
      }
    >
      <UpdateOrderForm id={formId} order={order} onDone={() => onOpenChange(false)} onDirty={setDirty} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Leave without saving?"
        description={`Your changes to order ${order.orderId} have not been saved. If you leave now, they are lost.`}
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        tone="danger"
        onConfirm={() => {
          setAsking(false)
          onOpenChange(false)
        }}
      />
    </Dialog>
  )
}

import { useId } from 'react'
import type { Order } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { UpdateOrderForm } from './update-order-form'

export type UpdateOrderDialogProps = { order: Order; open: boolean; onOpenChange: (open: boolean) => void }

export function UpdateOrderDialog({ order, open, onOpenChange }: UpdateOrderDialogProps) {
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
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
      <UpdateOrderForm id={formId} order={order} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

import { useId, useState } from 'react'
import type { Order } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { FormDialog } from '@/ui/admin/form-dialog'
import { FormButtons } from '@/ui/form-buttons'
import { UpdateOrderForm } from './update-order-form'

export type UpdateOrderDialogProps = { order: Order; open: boolean; onOpenChange: (open: boolean) => void }

/** Edits an order. */
export function UpdateOrderDialog({ order, open, onOpenChange }: UpdateOrderDialogProps) {
  const formId = useId()
  const [dirty, setDirty] = useState(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Update order ${order.orderId}`}
      description={`${order.name} · ${formatMoney(order.total)}`}
      what={`order ${order.orderId}`}
      dirty={dirty}
      footer={<FormButtons formId={formId} label="Save Changes" onCancel={() => onOpenChange(false)} />}
    >
      <UpdateOrderForm id={formId} order={order} onDone={() => onOpenChange(false)} onDirty={setDirty} />
    </FormDialog>
  )
}

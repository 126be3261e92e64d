import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { TextareaField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { useCancelOrder } from './order-mutations'

/** Whether the customer may still cancel the order: it is not packed. */
export const isCancellable = ({ status, fulfilmentStatus }: Order): boolean =>
  status === 'processing' && fulfilmentStatus === 'unfulfilled'

/** The field for why orders are cancelled. */
export function CancelReason({
  label,
  hint,
  reason,
  onChange,
}: {
  label: string
  hint?: string
  reason: string
  onChange: (reason: string) => void
}) {
  return (
    <TextareaField
      label={label}
      hint={hint}
      optional
      rows={2}
      fieldClassName="mt-4"
      maxLength={maxLength('cancelReasonLength')}
      value={reason}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A button that cancels the order after a question. */
export function CancelOrder({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useCancelOrder()
  const cancel = () =>
    mutate(
      { orderId: order.orderId, reason: reason.trim() },
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (error) => toast.error(messageOf(error, 'Failed to cancel order. Please try again.')),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this order?"
        description={`Order ${order.orderId} will not be sent. This cannot be undone.`}
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        tone="danger"
        pending={isPending}
        pendingLabel="Cancelling..."
        onConfirm={cancel}
      >
        <CancelReason label="Why do you cancel?" reason={reason} onChange={setReason} />
      </ConfirmDialog>
    </>
  )
}

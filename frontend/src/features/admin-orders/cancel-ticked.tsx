import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { isCancellable } from '@/features/orders/cancel-order'
import { pluralize } from '@/lib/integer'
import { maxLength } from '@/lib/limits'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { TextareaField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { MOST_CANCELLED, useCancelOrders } from './queries'
import type { Ticks } from './use-ticks'

const FAILED = 'Failed to cancel the orders. Please try again.'
const counted = (orders: number): string => pluralize(orders, 'order', 'orders')

/** Cancels the ticked orders that are not packed, after a question with one reason for all. Those that are refused stay ticked. */
export function CancelTicked({ ticks, disabled }: { ticks: Ticks; disabled: boolean }) {
  const { ticked, keep } = ticks
  const [asked, setAsked] = useState<readonly Order[] | null>(null)
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useCancelOrders()
  const orders = ticked.filter(isCancellable).slice(0, MOST_CANCELLED)
  if (orders.length === 0 && asked === null) return null
  const count = counted((asked ?? orders).length)
  const cancel = () => {
    if (asked === null) return
    const orderIds = asked.map(({ orderId }) => orderId)
    mutate(
      { orderIds, reason: reason.trim() },
      {
        onSuccess: ({ outcomes }) => {
          const refused = outcomes.filter(({ cancelled }) => !cancelled)
          const done = outcomes.length - refused.length
          if (done > 0) toast.success(`Cancelled: ${counted(done)}`)
          // Behind the success, which takes former errors away.
          for (const { orderId, message } of refused) toast.error(`${orderId}: ${message}`)
          const gone = outcomes.filter(({ cancelled }) => cancelled).map(({ orderId }) => orderId)
          keep(ticked.filter(({ orderId }) => !gone.includes(orderId)))
          setReason('')
        },
        onError: (error) => toast.error(messageOf(error, FAILED)),
        onSettled: () => setAsked(null),
      },
    )
  }
  return (
    <>
      <Button variant="secondary" size="sm" disabled={disabled} onClick={() => setAsked(orders)}>
        Cancel {count}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={`Cancel ${count}?`}
        description="They will not be sent, and their goods go back into stock. Each customer gets an email. This cannot be undone."
        confirmLabel={`Cancel ${count}`}
        cancelLabel="Keep them"
        tone="danger"
        pending={isPending}
        pendingLabel="Cancelling..."
        onConfirm={cancel}
      >
        <TextareaField
          label="Why are they cancelled?"
          hint="For the customers; the same for all."
          optional
          rows={2}
          fieldClassName="mt-4"
          maxLength={maxLength('cancelReasonLength')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  )
}

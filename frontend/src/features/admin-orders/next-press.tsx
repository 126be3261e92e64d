import { messageOf } from '@/api/problem'
import type { FulfilmentStep, Order } from '@/api/types'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { stepLabel, stepsOf, useFulfil } from './fulfilment'

/** Takes the next step of an order of a queue, in its row. Nothing where the order has gone on meanwhile. */
export function NextPress({ order, step }: { order: Order; step: FulfilmentStep }) {
  const { mutate, isPending } = useFulfil()
  if (!stepsOf(order).includes(step)) return null
  const take = () =>
    mutate(
      { orderId: order.orderId, body: { step } },
      {
        onSuccess: () => toast.success(`${stepLabel(step)}: ${order.orderId}`),
        onError: (failure) => toast.error(`${order.orderId}: ${messageOf(failure)}`),
      },
    )
  return (
    <Button
      size="sm"
      className="max-md:w-full"
      pending={isPending}
      aria-label={`${stepLabel(step)} ${order.orderId}`}
      onClick={(event) => {
        // The row opens the order; a press on its button does not.
        event.stopPropagation()
        take()
      }}
    >
      {stepLabel(step)}
    </Button>
  )
}

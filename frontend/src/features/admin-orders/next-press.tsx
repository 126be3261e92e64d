import { useRef } from 'react'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { focusHeading } from '@/features/admin-payments/focus-heading'
import { Button } from '@/ui/button'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'
import { type Queue, queueStep, stepLabel, useFulfil } from './fulfilment'

/** The buttons of the list, which lose the order that they are pressed for. */
const BUTTONS = 'button[data-next-press]'

/** The button of the next row, or of the row before where none follows. */
function neighbourOf(button: HTMLButtonElement): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(BUTTONS)]
  const place = all.indexOf(button)
  return all[place + 1] ?? all[place - 1]
}

/** Takes the next step of an order of a queue, in its row. Nothing where the order has gone on meanwhile. */
export function NextPress({ order, queue }: { order: Order; queue: Queue }) {
  const { mutate, isPending } = useFulfil()
  const button = useRef<HTMLButtonElement>(null)
  const step = queueStep(order, queue)
  if (step === null) return null
  const take = () => {
    const neighbour = button.current === null ? undefined : neighbourOf(button.current)
    mutate(
      { orderId: order.orderId, body: { step } },
      {
        onSuccess: () => {
          toast.success(`${stepLabel(step)}: ${order.orderId}`)
          // Not when the focus has left the list meanwhile.
          if (![null, document.body, button.current].includes(document.activeElement as HTMLElement)) return
          if (neighbour?.isConnected) neighbour.focus()
          else focusHeading()
        },
        onError: (failure) => toast.error(`${order.orderId}: ${messageOf(failure)}`),
      },
    )
  }
  return (
    <Button
      ref={button}
      data-next-press
      size="sm"
      className="max-md:w-full"
      aria-busy={isPending || undefined}
      aria-label={`${stepLabel(step)} ${order.orderId}`}
      onClick={(event) => {
        // The row opens the order; a press on its button does not.
        event.stopPropagation()
        // Not disabled, as it would lose the focus.
        if (!isPending) take()
      }}
    >
      {isPending && <Spinner className="size-4" />}
      {stepLabel(step)}
    </Button>
  )
}

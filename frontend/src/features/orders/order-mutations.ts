import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { invalidateLists } from '@/api/list-cache'
import { ApiError } from '@/api/problem'
import type { Order } from '@/api/types'
import { showOrder, useOrderAnswer as useShownAnswer } from '@/features/payments/order-answer'

export { showOrder }

/** The codes of refusals that carry the present order. */
const STALE = ['order.status_changed', 'order.wrong_step', 'order.not_cancellable', 'order.not_confirmable']

/** The present order when the server refused a change because the order is another by now, else null. */
function presentOrder(error: unknown): Order | null {
  if (!(error instanceof ApiError) || !STALE.includes(error.code)) return null
  return (error.body.order as Order | undefined) ?? null
}

/** What every change of an order does with its answer: it is shown at once, and the lists are refetched. */
export function useOrderAnswer() {
  const client = useQueryClient()
  const answer = useShownAnswer()
  return {
    ...answer,
    onError: (error: unknown, _: unknown, session: string | null | undefined) => {
      const present = presentOrder(error)
      if (present !== null && session !== undefined && isCurrentSession(session)) showOrder(client, present)
    },
    onSettled: () => {
      answer.onSettled()
      invalidateLists(client, ['products'])
    },
  }
}

/** Cancels an order that is not packed. */
export function useCancelOrder() {
  return useMutation({
    mutationFn: ({ orderId, reason }: { orderId: string; reason: string }) =>
      unwrap(
        api.POST('/api/orders/{orderId}/cancel', {
          params: { path: { orderId } },
          body: reason === '' ? {} : { reason },
        }),
      ),
    ...useOrderAnswer(),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists } from '@/api/list-cache'
import { showOrder, useOrderAnswer as useShownAnswer } from '@/features/payments/order-answer'

export { showOrder }

/** What every change of an order does with its answer: it is shown at once, and the lists are refetched. */
export function useOrderAnswer() {
  const client = useQueryClient()
  const answer = useShownAnswer()
  return {
    ...answer,
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

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isCurrentSession } from '@/api/current-session'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { ApiError } from '@/api/problem'
import { sessionToken } from '@/api/session'
import type { Order } from '@/api/types'

/** Writes the order into all cached lists and views. */
export function showOrder(client: QueryClient, order: Order): void {
  client.setQueryData(['orders', 'detail', order.orderId], order)
  replaceRow<Order>(client, ['orders', 'list'], ({ orderId }) => orderId === order.orderId, order)
}

/** The present order in a refusal, because the order is another by now; else null. */
function presentOrder(error: unknown): Order | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body.order as Order | undefined) ?? null
}

/** Shows the answered order at once, also that of a refusal, and asks for all orders again: another device may have changed the payment. */
export function useOrderAnswer() {
  const client = useQueryClient()
  return {
    // The answer must not reach another session that has begun meanwhile.
    onMutate: () => sessionToken(),
    onSuccess: ({ order }: { order: Order }, _: unknown, session: string | null) => {
      if (isCurrentSession(session)) showOrder(client, order)
    },
    onError: (error: unknown, _: unknown, session: string | null | undefined) => {
      const present = presentOrder(error)
      if (present !== null && session !== undefined && isCurrentSession(session)) showOrder(client, present)
    },
    onSettled: () => invalidateLists(client, ['orders']),
  }
}

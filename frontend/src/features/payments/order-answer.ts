import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isCurrentSession } from '@/api/current-session'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { sessionToken } from '@/api/session'
import type { Order } from '@/api/types'

/** Writes the order into all cached lists and views. */
export function showOrder(client: QueryClient, order: Order): void {
  client.setQueryData(['orders', 'detail', order.orderId], order)
  replaceRow<Order>(client, ['orders', 'list'], ({ orderId }) => orderId === order.orderId, order)
}

/** Shows the answered order at once, and asks for all orders again: another device may have changed the payment. */
export function useOrderAnswer() {
  const client = useQueryClient()
  return {
    // The answer must not reach another session that has begun meanwhile.
    onMutate: () => sessionToken(),
    onSuccess: ({ order }: { order: Order }, _: unknown, session: string | null) => {
      if (isCurrentSession(session)) showOrder(client, order)
    },
    onSettled: () => invalidateLists(client, ['orders']),
  }
}

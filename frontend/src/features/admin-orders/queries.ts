import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { changeRows, invalidateLists } from '@/api/list-cache'
import { sessionToken } from '@/api/session'
import type { Order, OrderUpdate } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { changedOrder } from './order-form'

/** Writes the order into all cached lists and views. */
function showOrder(client: QueryClient, order: Order): void {
  client.setQueryData(['orders', 'detail', order.orderId], order)
  changeRows<Order>(client, ['orders', 'list'], (row) => (row.orderId === order.orderId ? order : row))
}

/** Refetches an order, as the cached one may be hours old; returns the cached one after a failure. */
export function useFreshOrder() {
  const client = useQueryClient()
  return async (known: Order): Promise<Order> => {
    const detail = { ...orderQueries.detail(known.orderId), staleTime: 0, retry: false }
    const now = await client.fetchQuery(detail).catch(() => null)
    if (now === null) return known
    showOrder(client, now)
    return now
  }
}

/** Changes status, notes or payment of an order; absent fields stay. Lists are updated at once and refetched. */
export function useUpdateOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ orderId, update }: { orderId: string; update: OrderUpdate }) =>
      unwrap(api.PUT('/api/orders/{orderId}', { params: { path: { orderId } }, body: update })),
    // The answer must not reach another session that has begun meanwhile.
    onMutate: () => sessionToken(),
    onSuccess: ({ order }, _, session) => {
      if (isCurrentSession(session)) showOrder(client, order)
    },
    onError: (error, _, session) => {
      const present = changedOrder(error)
      if (present !== null && session !== undefined && isCurrentSession(session)) showOrder(client, present)
    },
    onSettled: () => {
      invalidateLists(client, ['orders'])
      invalidateLists(client, ['products'])
    },
  })
}

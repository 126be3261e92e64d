import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists } from '@/api/list-cache'
import type { Order, OrderUpdate } from '@/api/types'
import { showOrder, useOrderAnswer } from '@/features/orders/order-mutations'
import { orderQueries } from '@/features/orders/queries'

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
  return useMutation({
    mutationFn: ({ orderId, update }: { orderId: string; update: OrderUpdate }) =>
      unwrap(api.PUT('/api/orders/{orderId}', { params: { path: { orderId } }, body: update })),
    ...useOrderAnswer(),
  })
}

/** The most orders of one call. */
export const MOST_CANCELLED = 200

/** Cancels several orders that are not packed. The answer says of each what became of it. */
export function useCancelOrders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ orderIds, reason }: { orderIds: string[]; reason: string }) =>
      unwrap(api.POST('/api/orders/cancel', { body: { orderIds, ...(reason !== '' && { reason }) } })),
    onSettled: () => {
      invalidateLists(client, ['orders'])
      invalidateLists(client, ['products'])
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { OrderUpdate } from '@/api/types'
import { invalidateProducts } from '@/features/catalog/queries'

/** Changes status, notes or payment of an order; absent fields stay. */
export function useUpdateOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ orderId, update }: { orderId: string; update: OrderUpdate }) =>
      unwrap(api.PUT('/api/orders/{orderId}', { params: { path: { orderId } }, body: update })),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['orders'] }), invalidateProducts(client)]),
  })
}

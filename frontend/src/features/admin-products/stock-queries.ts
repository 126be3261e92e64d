import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists } from '@/api/list-cache'
import { pagedQuery } from '@/api/paging'
import type { StockAdjustment } from '@/api/types'
import { showProduct } from './queries'

const MOVEMENTS = 'stock-movements'

/** The stock movements of a product, newest first. */
export const stockMovementsQuery = (productId: string) => ({
  ...pagedQuery([MOVEMENTS, productId], (after, signal) =>
    api.GET('/api/products/{productId}/stock-movements', {
      params: { path: { productId }, query: { limit: 50, ...after } },
      signal,
    }),
  ),
  // Orders, edits and imports add movements as well.
  staleTime: 0,
})

/** Sends `expectedStock`, so that a stock which has changed meanwhile is not adjusted. */
export function useAdjustStock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ productId, adjustment }: { productId: string; adjustment: StockAdjustment }) =>
      unwrap(
        api.POST('/api/products/{productId}/stock', { params: { path: { productId } }, body: adjustment }),
      ),
    onSuccess: ({ product }) => showProduct(client, product),
    onSettled: () => {
      invalidateLists(client, ['products'])
      invalidateLists(client, ['overview'])
      void client.invalidateQueries({ queryKey: [MOVEMENTS] })
    },
  })
}

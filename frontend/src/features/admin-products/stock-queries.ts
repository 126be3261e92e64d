import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '@/api/client'
import { invalidateLists } from '@/api/list-cache'
import { afterParam, FIRST_PAGE, nextPageParam } from '@/api/paging'
import type { StockAdjustment } from '@/api/types'
import { showProduct } from './queries'

const MOVEMENTS = 'stock-movements'

/** The stock movements of a product, newest first. */
export const stockMovementsQuery = (productId: string) =>
  infiniteQueryOptions({
    queryKey: [MOVEMENTS, productId],
    queryFn: ({ pageParam, signal }) =>
      unwrapPage(
        api.GET('/api/products/{productId}/stock-movements', {
          params: { path: { productId }, query: { limit: 50, ...afterParam(pageParam) } },
          signal,
        }),
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPageParam,
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

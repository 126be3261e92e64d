import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { OrderedItem } from '@/api/types'

export const quoteQueries = {
  /** What these lines cost now, and whether the stock suffices. The lines must not be empty. */
  quote: (lines: readonly OrderedItem[]) => {
    const orderedItems = lines.map(({ productId, quantity }) => ({ productId, quantity }))
    return queryOptions({
      queryKey: ['quote', orderedItems],
      queryFn: ({ signal }) => unwrap(api.POST('/api/orders/quote', { body: { orderedItems }, signal })),
      enabled: orderedItems.length > 0,
      staleTime: 0,
      placeholderData: keepPreviousData,
    })
  },
}

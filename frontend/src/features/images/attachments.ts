import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'

/** A picture of an order, such as a bank slip, which only its owner and staff may see: the address alone does not show it. */
export const attachmentQuery = (orderId: string, id: string) =>
  queryOptions({
    queryKey: ['orders', 'attachment', orderId, id],
    queryFn: ({ signal }) =>
      unwrap<Blob>(
        api.GET('/api/orders/{orderId}/attachments/{slipId}', {
          params: { path: { orderId, slipId: id } },
          parseAs: 'blob',
          fetch,
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

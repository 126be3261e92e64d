import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { takeLimits } from '@/lib/limits'

export const shopQueries = {
  /** Name, phone, email, address, opening hours, time zone, and the limits that forms check. */
  info: () =>
    queryOptions({
      queryKey: ['shop'],
      queryFn: async ({ signal }) => {
        const shop = await unwrap(api.GET('/api/shop', { signal }))
        takeLimits(shop.limits)
        return shop
      },
      staleTime: 60 * 60_000,
    }),
}

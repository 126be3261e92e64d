import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'

export const shopQueries = {
  /** Name, phone, e-mail, address, opening hours. */
  info: () =>
    queryOptions({
      queryKey: ['shop'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/shop', { signal })),
      staleTime: 60 * 60_000,
    }),
}

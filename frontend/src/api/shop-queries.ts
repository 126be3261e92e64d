import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'

export const shopQueries = {
  /** Name, phone, email, address, opening hours, time zone, and the limits that forms check. */
  info: () =>
    queryOptions({
      queryKey: ['shop'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/shop', { signal })),
      staleTime: 60 * 60_000,
    }),
}

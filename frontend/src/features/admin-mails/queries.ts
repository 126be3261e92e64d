import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'

export const mailQueries = {
  /** The kinds of mails that the shop sends. */
  list: () =>
    queryOptions({
      queryKey: ['mails', 'list'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/mails', { signal })),
    }),
  /** One mail with sample data. */
  detail: (kind: string) =>
    queryOptions({
      queryKey: ['mails', 'detail', kind],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/admin/mails/{kind}', { params: { path: { kind } }, signal })),
    }),
}

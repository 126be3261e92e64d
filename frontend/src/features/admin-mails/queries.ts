import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { MailLanguage } from '@/api/types'

export const mailQueries = {
  /** The kinds of mails that the shop sends, with their subjects in a language. */
  list: (language: MailLanguage) =>
    queryOptions({
      queryKey: ['mails', 'list', language],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/admin/mails', { params: { query: { language } }, signal })),
      placeholderData: keepPreviousData,
    }),
  /** The newest mails that their recipients did not get. */
  undelivered: () =>
    queryOptions({
      queryKey: ['mails', 'undelivered'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/outbox', { signal })),
      staleTime: 0,
    }),
  /** One mail with sample data. */
  detail: (kind: string, language: MailLanguage) =>
    queryOptions({
      queryKey: ['mails', 'detail', kind, language],
      queryFn: ({ signal }) =>
        unwrap(
          api.GET('/api/admin/mails/{kind}', { params: { path: { kind }, query: { language } }, signal }),
        ),
    }),
}

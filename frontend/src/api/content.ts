// The shop's published content: name, texts, links and pictures of the storefront. The server puts it into every page.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from './client'
import type { Content } from './types'

/** Identity, home page, footer, texts of the contact page, announcement, and the titles of the pages of text. */
export const contentQuery = () =>
  queryOptions({
    queryKey: ['content'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/content', { signal })),
    staleTime: 5 * 60_000,
  })

/** The published content; undefined until it is known, which happens only on pages without the server's data. */
export const useContent = (): Content | undefined => useQuery(contentQuery()).data

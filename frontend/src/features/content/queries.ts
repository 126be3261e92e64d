import { queryOptions } from '@tanstack/react-query'
import { api, unwrapOrNull } from '@/api/client'

/** A page of text; null when none is published under this slug. */
export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['page', slug],
    queryFn: ({ signal }) =>
      unwrapOrNull(api.GET('/api/pages/{slug}', { params: { path: { slug } }, signal })),
  })

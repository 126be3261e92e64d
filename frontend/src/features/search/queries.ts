import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'

/** Whether one text continues the other: what is suggested for it serves until the answer is there. */
export const continues = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one))

/** Suggestions for a text that is being typed. A failure is not retried: the next letter asks again. */
export const suggestionsQuery = (q: string) => {
  const queryKey = ['products', 'suggestions', q] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/products/suggestions', { params: { query: { q } }, signal })),
    retry: false,
    placeholderData: (former, query) => (continues(q, query?.queryKey[2] ?? '') ? former : undefined),
  })
}

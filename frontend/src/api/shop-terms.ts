import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client'

/**
 * The shop's details with its present terms: districts, delivery, payment and returns. Pages carry the details alone, because they
 * outlive a change of the terms; so the terms have a key of their own.
 */
export const shopTermsQuery = () =>
  queryOptions({
    queryKey: ['shop', 'terms'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/shop', { signal })),
    staleTime: 60_000,
  })

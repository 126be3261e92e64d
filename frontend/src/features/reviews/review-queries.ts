// Queries of reviews. Separate from the mutations in queries.ts, which the first page does not need.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrapPage } from '@/api/client'
import { pagedQuery } from '@/api/paging'

const PAGE_SIZE = 100

export const reviewQueries = {
  /** All reviews, newest first. `mine` marks the user's own. */
  list: () =>
    pagedQuery(['reviews', 'list'], (after, signal) =>
      api.GET('/api/reviews', { params: { query: { limit: PAGE_SIZE, ...after } }, signal }),
    ),
  /** The review of the signed-in `account`; null without one. */
  mine: (account: string) =>
    queryOptions({
      queryKey: ['reviews', 'mine', account],
      queryFn: async ({ signal }) => {
        const own = api.GET('/api/reviews', { params: { query: { mine: true } }, signal })
        return (await unwrapPage(own)).items.find((review) => review.mine) ?? null
      },
    }),
  /** The newest few, for the home page. */
  latest: (limit: number) =>
    queryOptions({
      queryKey: ['reviews', 'latest', limit],
      queryFn: async ({ signal }) =>
        (await unwrapPage(api.GET('/api/reviews', { params: { query: { limit } }, signal }))).items,
    }),
}

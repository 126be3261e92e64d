import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '@/api/client'
import { afterParam, FIRST_PAGE, nextPageParam } from '@/api/paging'
import type { NewReview, ReviewUpdate } from '@/api/types'

const PAGE_SIZE = 100

export const reviewQueries = {
  /** All reviews, newest first. `mine` marks the signed-in person's own. */
  list: () =>
    infiniteQueryOptions({
      queryKey: ['reviews', 'list'],
      queryFn: ({ pageParam, signal }) =>
        unwrapPage(
          api.GET('/api/reviews', {
            params: { query: { limit: PAGE_SIZE, ...afterParam(pageParam) } },
            signal,
          }),
        ),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextPageParam,
    }),
  /** The newest few, for the home page. */
  latest: (limit: number) =>
    queryOptions({
      queryKey: ['reviews', 'latest', limit],
      queryFn: async ({ signal }) =>
        (await unwrapPage(api.GET('/api/reviews', { params: { query: { limit } }, signal }))).items,
    }),
}

function useInvalidateReviews() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['reviews'] })
}

export function useCreateReview() {
  const invalidate = useInvalidateReviews()
  return useMutation({
    mutationFn: (review: NewReview) => unwrap(api.POST('/api/reviews', { body: review })),
    onSettled: invalidate,
  })
}

export function useUpdateReview() {
  const invalidate = useInvalidateReviews()
  return useMutation({
    mutationFn: (review: ReviewUpdate) => unwrap(api.POST('/api/reviews/update', { body: review })),
    onSettled: invalidate,
  })
}

/** For admins. */
export function useDeleteReview() {
  const invalidate = useInvalidateReviews()
  return useMutation({
    mutationFn: (reviewId: string) =>
      unwrap(api.DELETE('/api/reviews/delete/{_id}', { params: { path: { _id: reviewId } } })),
    onSettled: invalidate,
  })
}

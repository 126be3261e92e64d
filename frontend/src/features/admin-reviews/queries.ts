import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import type { Review } from '@/api/types'

/** Deletes any review. */
export function useDeleteReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reviewId: string) =>
      unwrap(api.DELETE('/api/reviews/delete/{_id}', { params: { path: { _id: reviewId } } })),
    onSuccess: (_, reviewId) =>
      replaceRow<Review>(client, ['reviews', 'list'], ({ _id }) => _id === reviewId, null),
    onSettled: () => invalidateLists(client, ['reviews']),
  })
}

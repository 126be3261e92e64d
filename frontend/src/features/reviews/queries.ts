import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { NewReview, ReviewUpdate } from '@/api/types'

export { reviewQueries } from './review-queries'

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

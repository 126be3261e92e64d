import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { NewReview, ReviewUpdate } from '@/api/types'

export { reviewQueries } from './review-queries'

/** The list is read again after every answer. */
function useReread() {
  const client = useQueryClient()
  return { onSettled: () => client.invalidateQueries({ queryKey: ['reviews'] }) }
}

export const useCreateReview = () =>
  useMutation({
    mutationFn: (review: NewReview) => unwrap(api.POST('/api/reviews', { body: review })),
    ...useReread(),
  })

export const useUpdateReview = () =>
  useMutation({
    mutationFn: (review: ReviewUpdate) => unwrap(api.POST('/api/reviews/update', { body: review })),
    ...useReread(),
  })

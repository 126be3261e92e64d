import { lazy } from 'react'
import { HomePage } from '@/features/home/home-page'

const ReviewsDialog = lazy(async () => ({
  default: (await import('@/features/reviews/reviews-dialog')).ReviewsDialog,
}))

/** The home page with the window of all reviews, which is fetched when it is first opened. */
export function HomeRoute() {
  return <HomePage ReviewsDialog={ReviewsDialog} />
}

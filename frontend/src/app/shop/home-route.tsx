import { HomePage } from '@/features/home/home-page'
import { lazyPart } from '@/ui/lazy-part'

const ReviewsDialog = lazyPart(async () => (await import('@/features/reviews/reviews-dialog')).ReviewsDialog)

/** The home page with the dialog of all reviews, which is loaded when it is first opened. */
export function HomeRoute() {
  return <HomePage ReviewsDialog={ReviewsDialog} />
}

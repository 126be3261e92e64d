import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircleHeart } from 'lucide-react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/paging'
import type { Review } from '@/api/types'
import { useSession } from '@/features/auth/session'
import { Dialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/empty-state'
import { LoadMore } from '@/ui/load-more'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { reviewQueries, useCreateReview } from './queries'
import { ReviewEntry } from './review-entry'
import { isLoggedOut, ReviewForm, type ReviewText } from './review-form'

const LOGGED_OUT = 'You must be logged in to submit a review.'

function NewReview() {
  const { mutateAsync, isPending, error } = useCreateReview()
  const send = async (review: ReviewText) => {
    try {
      await mutateAsync(review)
      toast.success('Review submitted successfully!')
    } catch (failure) {
      toast.error(isLoggedOut(failure) ? LOGGED_OUT : 'Failed to submit review.')
    }
  }
  return (
    <ReviewForm
      title="Leave a Review"
      submitLabel="Submit Review"
      pending={isPending}
      error={error}
      loggedOutText={LOGGED_OUT}
      onSend={(review) => void send(review)}
    />
  )
}

function LogInHint() {
  return (
    <p className="rounded-card bg-shell p-5">
      <Link to="/login?next=%2F" className="font-semibold text-lotus underline underline-offset-4">
        Log in
      </Link>{' '}
      to leave a review of your own.
    </p>
  )
}

/** Above the list: the form for who has none yet, a hint for guests, nothing for who has one or until that is known. */
function Ownership({ reviews, known }: { reviews: Review[]; known: boolean }) {
  const { isLoggedIn } = useSession()
  if (!isLoggedIn) return <LogInHint />
  if (!known || reviews.some(({ mine }) => mine)) return null
  return <NewReview />
}

function Entries({ reviews }: { reviews: Review[] }) {
  const { isLoggedIn } = useSession()
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review._id} className="py-5">
          <ReviewEntry review={review} editable={isLoggedIn && review.mine} />
        </li>
      ))}
    </ul>
  )
}

function AllReviews() {
  const list = useInfiniteQuery(reviewQueries.list())
  // A failure gives an empty list (spec.md §8).
  const reviews = rowsOf(list.data)
  if (list.isPending)
    return (
      <LoadingRegion>
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} className="mb-5 h-24 rounded-card" />
        ))}
      </LoadingRegion>
    )
  return (
    <>
      <Ownership reviews={reviews} known={!list.isError && !list.isPlaceholderData} />
      {reviews.length === 0 ? (
        <EmptyState icon={MessageCircleHeart} title="No reviews yet. Be the first to leave one!" />
      ) : (
        <Entries reviews={reviews} />
      )}
      {list.hasNextPage && (
        <LoadMore
          hasMore
          pending={list.isFetchingNextPage}
          onLoad={() => void list.fetchNextPage()}
          shown={reviews.length}
          total={totalOf(list.data)}
          noun="reviews"
        />
      )}
    </>
  )
}

/** All reviews, and the form to leave or change one's own. */
export function ReviewsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Customer Reviews">
      <AllReviews />
    </Dialog>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageCircleHeart } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/paging'
import { useSession } from '@/api/session'
import type { Review } from '@/api/types'
import { Dialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/empty-state'
import { LoadMore } from '@/ui/load-more'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { reviewQueries, useCreateReview } from './queries'
import { ReviewEntry } from './review-entry'
import { ReviewForm, type ReviewText, useReviewDraft } from './review-form'

function NewReview({ onSend }: { onSend: () => void }) {
  const { mutateAsync } = useCreateReview()
  const draft = useReviewDraft(null)
  const send = async (review: ReviewText) => {
    // Before the answer: the refetched list unmounts this form.
    onSend()
    await mutateAsync(review)
    draft.clear()
    toast.success('Review submitted successfully!')
  }
  return (
    <ReviewForm
      title="Leave a Review"
      submitLabel="Submit Review"
      draft={draft}
      failed="Failed to submit review."
      loggedOut="You must be logged in to submit a review."
      onSend={send}
    />
  )
}

function LogInHint() {
  return (
    <p className="rounded-card bg-shell p-5">
      <Link to="/login?next=%2F%23reviews" className="font-semibold text-lotus underline underline-offset-4">
        Log in
      </Link>{' '}
      to leave a review of your own.
    </p>
  )
}

/** Above the list: the form for a user without a review, a hint for guests, otherwise nothing. */
function Ownership({ own, known, onSend }: { own: Review | undefined; known: boolean; onSend: () => void }) {
  const { isLoggedIn, user } = useSession()
  if (!isLoggedIn) return <LogInHint />
  return known && own === undefined ? <NewReview key={user?.email} onSend={onSend} /> : null
}

/** The user's own review first; it may be on a page that is not loaded. */
function useReviews() {
  const { isLoggedIn, user } = useSession()
  const list = useInfiniteQuery(reviewQueries.list())
  const mine = useQuery({ ...reviewQueries.mine(user?.email ?? ''), enabled: isLoggedIn })
  const rows = rowsOf(list.data)
  const own = isLoggedIn ? (mine.data ?? rows.find((review) => review.mine)) : undefined
  const others = rows.filter(({ _id }) => _id !== own?._id)
  // By the data: a later failure must remove neither the list nor the form with its input.
  const known = list.data !== undefined && mine.data !== undefined
  return { list, own, known, reviews: own ? [own, ...others] : rows }
}

function Entries({ reviews, sent }: { reviews: Review[]; sent: boolean }) {
  const { isLoggedIn } = useSession()
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review._id} className="py-5">
          <ReviewEntry review={review} editable={isLoggedIn && review.mine} fresh={sent && review.mine} />
        </li>
      ))}
    </ul>
  )
}

function AllReviews() {
  // A failure gives an empty list (spec.md §8).
  const { list, own, known, reviews } = useReviews()
  const [sent, setSent] = useState(false)
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
      <Ownership own={own} known={known} onSend={() => setSent(true)} />
      {reviews.length === 0 ? (
        <EmptyState icon={MessageCircleHeart} title="No reviews yet. Be the first to leave one!" />
      ) : (
        <Entries reviews={reviews} sent={sent} />
      )}
      {(list.hasNextPage || (list.data?.pages.length ?? 0) > 1) && (
        <LoadMore
          hasMore={list.hasNextPage}
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

/** All reviews, and the form for the user's own. */
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

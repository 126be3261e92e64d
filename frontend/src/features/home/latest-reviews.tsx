import { useQuery } from '@tanstack/react-query'
import { MessageCircleHeart, Quote } from 'lucide-react'
import type { Review } from '@/api/types'
import { reviewQueries } from '@/features/reviews/review-queries'
import { formatDate } from '@/lib/date'
import { Button } from '@/ui/button'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { Stars } from '@/ui/stars'
import { LATEST_REVIEWS, REVIEWS_WINDOW } from './home-data'

const CARD = 'flex h-full flex-col rounded-card p-6 sm:p-7'

function ReviewCard({ review: { name, rating, comment, createdAt } }: { review: Review }) {
  return (
    <figure className={`${CARD} border border-line bg-paper`}>
      <Stars rating={rating} className="text-lg" />
      <blockquote className="mt-4 line-clamp-6 text-lg leading-relaxed">{comment}</blockquote>
      <figcaption className="mt-auto pt-5">
        <span className="block font-semibold">{name}</span>
        <time dateTime={createdAt} className="text-sm text-cocoa">
          {formatDate(createdAt)}
        </time>
      </figcaption>
    </figure>
  )
}

/** Fills the last place of the grid. */
function Invitation({ empty }: { empty: boolean }) {
  return (
    <div className={`${CARD} @container items-start justify-between gap-6 bg-blush`}>
      <Quote aria-hidden size={32} strokeWidth={1.5} className="text-lotus" />
      <p className="font-display text-2xl leading-snug text-balance">
        {empty ? 'No reviews yet. Be the first to leave one!' : 'Every voice counts. Yours too.'}
      </p>
      {/* Text of 200 % leaves no room for the icon on a narrow phone. */}
      <Button data-opens={REVIEWS_WINDOW} aria-haspopup="dialog" className="max-w-full @max-[11rem]:px-3!">
        <MessageCircleHeart aria-hidden size={20} strokeWidth={1.75} className="@max-[11rem]:hidden" />
        View Customer Reviews
      </Button>
    </div>
  )
}

/** The newest reviews, five at most, and the way to all of them. A failure shows none, and the way remains. */
export function LatestReviews() {
  const { data, isPending } = useQuery(reviewQueries.latest(LATEST_REVIEWS))
  const reviews = data?.slice(0, LATEST_REVIEWS) ?? []
  return (
    <Section title="Customer Reviews">
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {isPending &&
          Array.from({ length: LATEST_REVIEWS }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are all there is to tell them apart
            <li key={place}>
              <Skeleton className="h-64 rounded-card" />
            </li>
          ))}
        {reviews.map((review) => (
          <li key={review._id}>
            <ReviewCard review={review} />
          </li>
        ))}
        <li>
          <Invitation empty={!isPending && data !== undefined && reviews.length === 0} />
        </li>
      </ul>
    </Section>
  )
}

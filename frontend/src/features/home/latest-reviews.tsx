import { useQuery } from '@tanstack/react-query'
import type { HomeSection } from '@/api/types'
import { reviewQueries } from '@/features/reviews/review-queries'
import { Section } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { LATEST_REVIEWS } from './home-data'
import { ReviewCard } from './review-card'
import { ReviewInvitation } from './review-invitation'

/** The newest reviews, and a card that opens all of them. After a failure only that card is shown. */
export function LatestReviews({ section }: { section: Extract<HomeSection, { kind: 'reviews' }> }) {
  const { data, isPending } = useQuery(reviewQueries.latest(LATEST_REVIEWS))
  const reviews = data?.slice(0, LATEST_REVIEWS) ?? []
  return (
    <Section title={section.heading}>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {isPending &&
          Array.from({ length: LATEST_REVIEWS }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other key
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
          <ReviewInvitation text={data?.length === 0 ? section.firstInvitation : section.invitation} />
        </li>
      </ul>
    </Section>
  )
}

import type { Review } from '@/api/types'
import { formatDate } from '@/lib/date'
import { Stars } from '@/ui/stars'

/** Classes that the cards of this section share. */
export const CARD = 'flex h-full flex-col rounded-card p-6 sm:p-7'

export function ReviewCard({ review: { name, rating, comment, createdAt } }: { review: Review }) {
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

import { MessageCircleHeart, Quote } from 'lucide-react'
import { REVIEWS_WINDOW } from '@/lib/home-sections'
import { Button } from '@/ui/button'
import { CARD } from './review-card'

/** The last card of the grid: opens all reviews. */
export function ReviewInvitation({ text }: { text: string }) {
  return (
    <div className={`${CARD} @container items-start justify-between gap-6 bg-blush`}>
      <Quote aria-hidden size={32} strokeWidth={1.5} className="text-lotus" />
      <p className="font-display text-2xl leading-snug text-balance">{text}</p>
      {/* Text of 200 % leaves no room for the icon on a narrow phone. */}
      <Button data-opens={REVIEWS_WINDOW} aria-haspopup="dialog" className="max-w-full @max-[11rem]:px-3!">
        <MessageCircleHeart aria-hidden size={20} strokeWidth={1.75} className="@max-[11rem]:hidden" />
        View Customer Reviews
      </Button>
    </div>
  )
}

import { MessageCircleHeart, Quote } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '@/ui/button'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { CARD } from './review-card'

const ReviewsDialog = lazyPart(async () => (await import('@/features/reviews/reviews-dialog')).ReviewsDialog)

/** With this in the URL the dialog is open: a login returns to it. */
const REVIEWS = '#reviews'

/** The last card of the grid: opens all reviews. Their dialog is loaded when it is first opened. */
export function ReviewInvitation({ text }: { text: string }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [reading, setReading] = useState(false)
  useEffect(() => {
    if (hash === REVIEWS) setReading(true)
  }, [hash])
  const read = (open: boolean) => {
    setReading(open)
    if (!open && hash === REVIEWS) void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={`${CARD} @container items-start justify-between gap-6 bg-blush`}>
      <Quote aria-hidden size={32} strokeWidth={1.5} className="text-lotus" />
      <p className="font-display text-2xl leading-snug text-balance">{text}</p>
      {/* Text of 200 % leaves no room for the icon on a narrow phone. */}
      <Button
        data-opens="reviews"
        aria-haspopup="dialog"
        onClick={() => setReading(true)}
        className="max-w-full @max-[11rem]:px-3!"
      >
        <MessageCircleHeart aria-hidden size={20} strokeWidth={1.75} className="@max-[11rem]:hidden" />
        View Customer Reviews
      </Button>
      <LazyMount when={reading}>
        <ReviewsDialog open={reading} onOpenChange={read} />
      </LazyMount>
    </div>
  )
}

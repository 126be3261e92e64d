import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Review } from '@/api/types'
import { formatDate } from '@/lib/date'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Stars } from '@/ui/stars'
import { toast } from '@/ui/toast'
import { useUpdateReview } from './queries'
import { ReviewForm, type ReviewText, useReviewDraft } from './review-form'

function EditReview({ review, asked, onDone }: { review: Review; asked: boolean; onDone: () => void }) {
  const { mutateAsync } = useUpdateReview()
  const draft = useReviewDraft(review._id)
  const done = () => {
    draft.clear()
    onDone()
  }
  const send = async (text: ReviewText) => {
    await mutateAsync({ reviewId: review._id, ...text })
    toast.success('Review updated successfully!')
    done()
  }
  return (
    <ReviewForm
      title="Edit Your Review"
      submitLabel="Update Review"
      start={review}
      draft={draft}
      focused={asked}
      failed="Failed to update review."
      loggedOut="You must be logged in to update a review."
      onSend={send}
      onCancel={done}
    />
  )
}

/** Returns the focus to the button when the form that it opened, or the form that created this review, closes. */
function useReturnedFocus(editing: boolean, fresh: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const expected = useRef(fresh)
  useEffect(() => {
    if (!editing && expected.current) button.current?.focus()
    expected.current = editing
  }, [editing])
  return button
}

type ReviewEntryProps = {
  review: Review
  editable: boolean
  /** Just written: its form had the focus. */
  fresh?: boolean
}

/** One review. Its author can edit it in place, continuing a draft. */
export function ReviewEntry({ review, editable, fresh = false }: ReviewEntryProps) {
  const draft = useReviewDraft(review._id)
  const [chosen, setEditing] = useState<boolean | null>(null)
  const editing = chosen ?? (editable && draft.isKept())
  const button = useReturnedFocus(editing && editable, fresh)
  const { name, rating, comment, createdAt, mine } = review
  if (editing && editable)
    return <EditReview review={review} asked={chosen === true} onDone={() => setEditing(false)} />
  return (
    <article>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{name}</h3>
        {mine && <Badge tone="blush">Your review</Badge>}
        <time dateTime={createdAt} className="ms-auto text-sm text-cocoa">
          {formatDate(createdAt)}
        </time>
      </header>
      <p className="mt-1 flex items-center gap-2 text-sm text-cocoa">
        <Stars rating={rating} className="text-base" />
        <span aria-hidden>{rating} / 5</span>
      </p>
      <p className="mt-2 whitespace-pre-line">{comment}</p>
      {editable && (
        <Button ref={button} variant="secondary" size="sm" onClick={() => setEditing(true)} className="mt-3">
          <Pencil aria-hidden size={16} />
          Edit Review
        </Button>
      )}
    </article>
  )
}

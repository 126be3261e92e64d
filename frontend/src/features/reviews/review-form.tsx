import { useEffect, useId } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '@/api/problem'
import { sessionToken, useSession } from '@/api/session'
import { clearDraft, loadDraft } from '@/lib/draft'
import { maxLength } from '@/lib/limits'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { TextareaField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'

const RATINGS = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: stars === 1 ? '1 Star' : `${stars} Stars`,
}))

const FORM = z.object({
  rating: z.string(),
  comment: z.string().check(z.trim(), z.minLength(1, 'Please write a few words.')),
})
const BLANK = { rating: '', comment: '' }

/** The draft of a new review, or of a change of the one with this id, which survives the end of the session. */
export function useReviewDraft(reviewId: string | null) {
  const owner = useSession().user?.email ?? ''
  const name = reviewId === null ? 'review' : `review-${reviewId}`
  return { name, owner, isKept: () => loadDraft(name, owner, BLANK) !== null, clear: () => clearDraft(name) }
}

export type ReviewText = { rating: number; comment: string }

type ReviewFormProps = {
  title: string
  submitLabel: string
  start?: ReviewText
  draft: ReturnType<typeof useReviewDraft>
  /** Focuses the form when the user opened it. */
  focused?: boolean
  /** The messages after a failure, and when the session has ended. */
  failed: string
  loggedOut: string
  onSend: (review: ReviewText) => Promise<void>
  onCancel?: () => void
}

const isLoggedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Rating and comment, for a new review and for a changed one. */
export function ReviewForm({
  title,
  submitLabel,
  start = { rating: 5, comment: '' },
  draft,
  focused = false,
  failed,
  loggedOut,
  onSend,
  onCancel,
}: ReviewFormProps) {
  const { field, submit, setFocus, isSubmitting } = useZodForm({
    rules: FORM,
    blank: BLANK,
    start: { rating: String(start.rating), comment: start.comment },
    draft,
  })
  const titleId = useId()
  useEffect(() => {
    if (focused) setFocus('rating')
  }, [focused, setFocus])
  const send = submit(
    ({ rating, comment }) => onSend({ rating: Number(rating), comment }),
    (error) => toast.error(isLoggedOut(error) ? loggedOut : failed),
  )
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        if (sessionToken() === null) toast.error(loggedOut)
        else void send(event)
      }}
      className="grid gap-4 rounded-card bg-shell p-5"
    >
      <h3 id={titleId} className="font-display text-xl">
        {title}
      </h3>
      <SelectField label="Rating" options={RATINGS} fieldClassName="sm:max-w-48" {...field('rating')} />
      <TextareaField
        label="Comment"
        rows={4}
        maxLength={maxLength('reviewCommentLength')}
        {...field('comment')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isSubmitting} pendingLabel="Sending...">
          {submitLabel}
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" disabled={isSubmitting} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

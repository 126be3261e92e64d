import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, firstFieldErrors } from '@/api/problem'
import { sessionToken } from '@/api/session'
import { maxLength } from '@/lib/limits'
import { Button } from '@/ui/button'
import { TextareaField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
import { type DraftedReview, type DraftOf, loadReviewDraft, saveReviewDraft } from './review-draft'

const RATINGS = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: stars === 1 ? '1 Star' : `${stars} Stars`,
}))

export type ReviewText = DraftedReview

export type ReviewFormProps = {
  title: string
  submitLabel: string
  start?: ReviewText
  /** The key of the draft. */
  draftOf: DraftOf
  /** Focuses the form when the user opened it. */
  focused?: boolean
  pending: boolean
  /** The error of the failed call, for its field errors. */
  error: Error | null
  /** The message instead of sending when the session has ended. */
  loggedOutText: string
  onSend: (review: ReviewText) => void
  onCancel?: () => void
}

const commentError = (comment: string): string | undefined =>
  comment.trim() === '' ? 'Please write a few words.' : undefined

/**
 * True when the session had ended before the review arrived. Report it from the promise: the form has unmounted, and a
 * mutation's callbacks do not run after unmount.
 */
export const isLoggedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Rating and comment, for a new review and for a changed one. */
export function ReviewForm({
  title,
  submitLabel,
  start = { rating: 5, comment: '' },
  draftOf,
  focused = false,
  pending,
  error,
  loggedOutText,
  onSend,
  onCancel,
}: ReviewFormProps) {
  const [{ rating, comment }, setText] = useState(() => loadReviewDraft(draftOf) ?? start)
  const [tried, setTried] = useState(false)
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focused) form.current?.querySelector('select')?.focus()
  }, [focused])
  const refused = error instanceof ApiError ? firstFieldErrors(error) : {}
  const wrong = tried ? (commentError(comment) ?? refused.comment) : undefined
  const write = (change: Partial<ReviewText>) => {
    const text = { rating, comment, ...change }
    setText(text)
    saveReviewDraft(draftOf, text)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (sessionToken() === null) return toast.error(loggedOutText)
    if (commentError(comment) !== undefined) {
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    onSend({ rating, comment: comment.trim() })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={titleId}
      onSubmit={submit}
      className="grid gap-4 rounded-card bg-shell p-5"
    >
      <h3 id={titleId} className="font-display text-xl">
        {title}
      </h3>
      <SelectField
        label="Rating"
        options={RATINGS}
        value={String(rating)}
        error={tried ? refused.rating : undefined}
        onChange={(event) => write({ rating: Number(event.target.value) })}
        fieldClassName="sm:max-w-48"
      />
      <TextareaField
        label="Comment"
        rows={4}
        maxLength={maxLength('reviewCommentLength')}
        value={comment}
        error={wrong}
        onChange={(event) => write({ comment: event.target.value })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel="Sending...">
          {submitLabel}
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" disabled={pending} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

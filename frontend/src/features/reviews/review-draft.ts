// The draft of a review, which survives the end of a session.
import { clearDraft, loadDraft, saveDraft } from '@/lib/draft'

/** The author and, for a change, the review. */
export type DraftOf = { owner: string; reviewId: string | null }
export type DraftedReview = { rating: number; comment: string }

const BLANK = { rating: '', comment: '' }
const formOf = ({ reviewId }: DraftOf): string => (reviewId === null ? 'review' : `review-${reviewId}`)

export function loadReviewDraft(of: DraftOf): DraftedReview | null {
  const draft = loadDraft(formOf(of), of.owner, BLANK)
  const rating = Number(draft?.rating)
  return draft !== null && rating >= 1 && rating <= 5 ? { rating, comment: draft.comment } : null
}

export const saveReviewDraft = (of: DraftOf, { rating, comment }: DraftedReview): void =>
  saveDraft(formOf(of), of.owner, { rating: String(rating), comment })

export const clearReviewDraft = (of: DraftOf): void => clearDraft(formOf(of))

// The review that somebody is writing: kept while they write, given back after a session that ended in the middle.
import { clearDraft, loadDraft, saveDraft } from '@/lib/draft'

/** Whose review it is and, for a change, of which. */
export type DraftOf = { owner: string; reviewId: string | null }
export type DraftedReview = { rating: number; comment: string }

const BLANK = { rating: '', comment: '' }
const formOf = ({ reviewId }: DraftOf): string => (reviewId === null ? 'review' : `review-${reviewId}`)

export function loadReviewDraft(of: DraftOf): DraftedReview | null {
  const kept = loadDraft(formOf(of), of.owner, BLANK)
  const rating = Number(kept?.rating)
  return kept !== null && rating >= 1 && rating <= 5 ? { rating, comment: kept.comment } : null
}

export const saveReviewDraft = (of: DraftOf, { rating, comment }: DraftedReview): void =>
  saveDraft(formOf(of), of.owner, { rating: String(rating), comment })

export const clearReviewDraft = (of: DraftOf): void => clearDraft(formOf(of))

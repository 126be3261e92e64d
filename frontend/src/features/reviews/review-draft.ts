// The review that somebody is writing: kept while they write, given back after a session that ended in the middle.
import { forgetDraft, keepDraft, keptDraft } from '@/lib/draft'

/** Whose review it is and, for a change, of which. */
export type DraftOf = { owner: string; reviewId: string | null }
export type DraftedReview = { rating: number; comment: string }

const BLANK = { rating: '', comment: '' }
const formOf = ({ reviewId }: DraftOf): string => (reviewId === null ? 'review' : `review-${reviewId}`)

export function keptReview(of: DraftOf): DraftedReview | null {
  const kept = keptDraft(formOf(of), of.owner, BLANK)
  const rating = Number(kept?.rating)
  return kept !== null && rating >= 1 && rating <= 5 ? { rating, comment: kept.comment } : null
}

export const keepReview = (of: DraftOf, { rating, comment }: DraftedReview): void =>
  keepDraft(formOf(of), of.owner, { rating: String(rating), comment })

export const forgetReview = (of: DraftOf): void => forgetDraft(formOf(of))

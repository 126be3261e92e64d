// Validation of a stock adjustment.
import { ApiError } from '@/api/problem'
import { formatInteger, parseSignedInteger } from '@/lib/integer'
import { upperLimit } from '@/lib/limits'

/** Messages by field; empty for valid input. */
export type AdjustmentErrors = { delta?: string; reason?: string }

export function adjustmentErrors(change: string, reason: string, present: number): AdjustmentErrors {
  const delta = parseSignedInteger(change)
  return {
    ...deltaError(delta, present),
    ...(reason.trim() === '' && { reason: 'Reason is required' }),
    ...([...reason.trim()].length > upperLimit('stockReasonLength') && {
      reason: `Reason may have at most ${formatInteger(upperLimit('stockReasonLength'))} characters`,
    }),
  }
}

function deltaError(delta: number | null, present: number): AdjustmentErrors {
  if (delta === null) return { delta: 'Change must be a whole number such as +12 or -3' }
  if (delta === 0) return { delta: 'Change must not be 0' }
  if (present + delta < 0) return { delta: `There are only ${present} in stock` }
  if (present + delta > upperLimit('maxStock'))
    return { delta: `The stock cannot be above ${formatInteger(upperLimit('maxStock'))}` }
  return {}
}

/** The present stock when the server refused because of it. */
export function presentStock(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { stock } = error.body
  return typeof stock === 'number' ? stock : null
}

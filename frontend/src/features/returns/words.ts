// The words of returns, for customers and staff.
import type { Return } from '@/api/types'

/** The reasons as a customer chooses them; the last one where the shop accepts it. */
export const REASONS = [
  { value: 'damaged', label: 'It arrived damaged' },
  { value: 'wrongItem', label: 'It is the wrong item' },
  { value: 'notAsDescribed', label: 'It is not as described' },
  { value: 'expired', label: 'It is expired' },
  { value: 'changedMind', label: 'I changed my mind' },
] as const satisfies { value: Return['reason']; label: string }[]

const NAMES: Record<Return['reason'], string> = {
  damaged: 'Damaged',
  wrongItem: 'Wrong item',
  notAsDescribed: 'Not as described',
  expired: 'Expired',
  changedMind: 'Changed mind',
}

export const reasonName = (reason: Return['reason']): string => NAMES[reason]

import type { PromotionState } from '@/api/types'
import type { BadgeTone } from '@/ui/badge'

/** The states with their words, in the order of the filter. */
export const STATES: Readonly<Record<PromotionState, { label: string; tone: BadgeTone }>> = {
  live: { label: 'Live', tone: 'green' },
  scheduled: { label: 'Scheduled', tone: 'blue' },
  draft: { label: 'Draft', tone: 'neutral' },
  usedUp: { label: 'Used up', tone: 'yellow' },
  ended: { label: 'Ended', tone: 'neutral' },
}

export const STATE_NAMES = Object.keys(STATES) as PromotionState[]

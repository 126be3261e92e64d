// Times of the shop's clock, as a control for date and time has them: '2026-12-24T18:30'.
import { shopFacts } from '@/api/shop-facts'

const MINUTE = 60_000

/** The minutes by which the shop's clock is ahead of UTC at a moment in milliseconds since 1970. */
function offsetAt(ms: number): number {
  const offsets = shopFacts.site?.utcOffsets ?? []
  return (offsets.findLast(([from]) => from * 1000 <= ms) ?? offsets[0])?.[1] ?? 0
}

/** '2026-12-24T13:00:00Z' → '2026-12-24T18:30' in Colombo; '' for an invalid time. */
export function toShopLocal(iso: string): string {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? '' : new Date(ms + offsetAt(ms) * MINUTE).toISOString().slice(0, 16)
}

/** The other way; null for an invalid or empty time. */
export function fromShopLocal(text: string): string | null {
  const local = Date.parse(`${text}Z`)
  if (text === '' || Number.isNaN(local)) return null
  const guess = local - offsetAt(local) * MINUTE
  return `${new Date(local - offsetAt(guess) * MINUTE).toISOString().slice(0, 19)}Z`
}

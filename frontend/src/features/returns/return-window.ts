import { serverNow } from '@/api/server-clock'
import type { Order, ShopTerms } from '@/api/types'
import { shopDay } from '@/lib/date'

const DAY_MS = 24 * 60 * 60_000

/**
 * The last day of the shop on which items of an order can be returned, such as '2026-12-05'; null where the shop takes none back, or the
 * order is not delivered.
 */
export function lastReturnDay(
  { deliveredAt }: Pick<Order, 'deliveredAt'>,
  { returnDays }: Pick<ShopTerms, 'returnDays'>,
): string | null {
  if (deliveredAt === null || returnDays === 0) return null
  const delivered = Date.parse(`${shopDay(Date.parse(deliveredAt))}T00:00:00Z`)
  return new Date(delivered + returnDays * DAY_MS).toISOString().slice(0, 10)
}

/** The last day on which items can be returned; null where nothing can be returned now. */
export function openUntil(order: Order, terms: ShopTerms): string | null {
  const last = lastReturnDay(order, terms)
  const isOpen = last !== null && shopDay(serverNow()) <= last
  return isOpen && order.orderedItems.some(({ returnable }) => returnable > 0) ? last : null
}

// How often the page of an order asks for it again.
import type { Order } from '@/api/types'
import { isToPay } from './payment-state'

/** After the time to pay is over: the server cancels unpaid orders every 15 seconds (contract-commerce, section 2). */
const AFTER_EXPIRY_MS = 5_000
/** While a gateway or the shop checks a payment. */
const WHILE_CHECKED_MS = 30_000
/** The longest time that browsers' timers take without an overflow is 24.8 days. */
const LONGEST_MS = 60 * 60_000

/** Milliseconds until the order is asked for again; false where its payment does not change by itself. */
export function refreshAfter(order: Order | null | undefined, nowMs: number): number | false {
  if (order === null || order === undefined || order.status === 'cancelled') return false
  const { paymentStatus, expiresAt } = order.payment
  if (paymentStatus === 'pending') return WHILE_CHECKED_MS
  if (expiresAt === null || !isToPay(order)) return false
  const left = Date.parse(expiresAt) - nowMs
  return left > 0 ? Math.min(Math.max(left, AFTER_EXPIRY_MS), LONGEST_MS) : AFTER_EXPIRY_MS
}

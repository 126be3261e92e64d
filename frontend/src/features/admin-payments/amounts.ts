// Amounts that staff type, and what an order's payment leaves to pay and to refund; all in cents.
import type { Order, Refund } from '@/api/types'
import { formatCents, toCents } from '@/lib/money'

/** The greatest amount of one booking, in cents: the server stores no greater one. */
const MAX_CENTS = 100_000_000_000

/** '8,700.50' as cents; null for a text that is no amount above 0 with at most two decimals. */
export function centsIn(text: string): number | null {
  const plain = text.trim().replaceAll(',', '')
  const [, rupees, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  if (rupees === undefined) return null
  const cents = Number(rupees) * 100 + Number(decimals.padEnd(2, '0'))
  return cents > 0 && cents <= MAX_CENTS ? cents : null
}

/** Why a text is no amount. */
export const amountFault = (text: string): string | undefined =>
  centsIn(text) === null ? 'Enter an amount above 0 with at most two decimals' : undefined

/** Compares an amount with what is due, both in cents. */
export function dueHint(amount: number | null, due: number): string {
  if (amount === null || amount === due) return `Due: ${formatCents(due)}`
  if (amount < due) return `Due: ${formatCents(due)}. ${formatCents(due - amount)} stays due.`
  return `Due: ${formatCents(due)}. ${formatCents(amount - due)} more than that, which is to be refunded.`
}

/** 870050 as the text of a field; empty for 0. */
export const fieldText = (cents: number): string => (cents > 0 ? (cents / 100).toFixed(2) : '')

/** The states of a refund whose money is on its way. */
const UNDER_WAY: readonly Refund['state'][] = ['requested', 'sending', 'unknown']

export const isUnderWay = ({ state }: Refund): boolean => UNDER_WAY.includes(state)

/** The sum of the refunds under way, in cents. */
export const underWayCents = ({ refunds = [] }: Order): number =>
  refunds.filter(isUnderWay).reduce((sum, { amount }) => sum + toCents(amount), 0)

/** What has to be refunded less the refunds under way, and what may be by hand and through the gateway (contract-commerce, section 2). */
export function refundable(order: Order): { dueCents: number; mostCents: number; gatewayCents: number } {
  const { payment } = order
  return {
    dueCents: Math.max(0, toCents(payment.refundDue) - underWayCents(order)),
    mostCents: toCents(payment.refundable ?? 0),
    gatewayCents: toCents(payment.refundableByGateway ?? 0),
  }
}

// What a customer reads of the payment of an order (contract-commerce, section 2).
import type { Order, PaymentMethod } from '@/api/types'
import { formatMoney } from '@/lib/money'
import type { BadgeTone } from '@/ui/badge'

export const METHOD_NAMES: Record<PaymentMethod, string> = {
  cod: 'Cash on delivery',
  bankTransfer: 'Bank transfer',
  payhere: 'Card or wallet',
}

/** Whether a slip waits for the shop. */
export const hasSlipInReview = ({ slips }: Order): boolean => slips.some(({ state }) => state === 'inReview')

/** Whether the order waits for the customer's money, which they send before it is packed. */
export function isToPay(order: Order): boolean {
  const { method, amountDue, paymentStatus } = order.payment
  return (
    order.status !== 'cancelled' &&
    method !== 'cod' &&
    amountDue > 0 &&
    paymentStatus !== 'pending' &&
    !hasSlipInReview(order)
  )
}

/** What an order waits for before it is packed, in a word; null where it waits for nothing. */
export function waitingFor(order: Order): 'Awaiting payment' | 'Checking your slip' | null {
  if (isToPay(order)) return 'Awaiting payment'
  return order.status !== 'cancelled' && order.payment.amountDue > 0 && hasSlipInReview(order)
    ? 'Checking your slip'
    : null
}

export const DECLINED = 'Your card was declined'
export const STOPPED = 'You cancelled the payment'

/** How the newest payment at the gateway ended without money; null where it did not, or is not answered. */
export function endedAttempt({
  payment: { paymentStatus, lastAttempt },
}: Order): 'declined' | 'stopped' | null {
  if (paymentStatus === 'pending') return null
  if (lastAttempt?.state === 'failed') return 'declined'
  return lastAttempt?.state === 'cancelled' ? 'stopped' : null
}

/** What became of the newest payment, before what is to be done; '' where there is nothing to say. */
function endOf(order: Order): string {
  const ended = endedAttempt(order)
  if (ended === null) return ''
  return ended === 'declined' ? `${DECLINED}. ` : `${STOPPED}. `
}

/** Whether the order was cancelled because it was not paid in time. */
export const hasExpired = ({ status, cancelReason }: Order): boolean =>
  status === 'cancelled' && cancelReason === 'paymentExpired'

export type PaymentState = { label: string; tone: BadgeTone; text: string }

const state = (label: string, tone: BadgeTone, text: string): PaymentState => ({ label, tone, text })

function ofCancelled({ cancelReason, payment: { returned, refundDue } }: Order): PaymentState {
  const late = cancelReason === 'paymentExpired'
  if (refundDue > 0) {
    const why = late ? 'Your payment came after the order was cancelled.' : 'This order is cancelled.'
    return state('Refund due', 'yellow', `${why} We return ${formatMoney(refundDue)} to you.`)
  }
  if (returned > 0)
    return state('Refunded', 'blue', `This order is cancelled. We returned ${formatMoney(returned)} to you.`)
  if (late) return state('Not paid', 'neutral', 'This order was cancelled because it was not paid in time.')
  return state('Nothing to pay', 'neutral', 'This order is cancelled. There is nothing to pay.')
}

/** What is to be done for an order of which nothing was paid. */
function ofUnpaid(order: Order): PaymentState {
  const {
    status,
    payment: { method, amountDue },
  } = order
  const due = formatMoney(amountDue)
  if (method === 'payhere')
    return state(
      'Awaiting payment',
      'yellow',
      `${endOf(order)}${due} is to be paid before we pack your order.`,
    )
  if (method === 'bankTransfer')
    return state(
      'Awaiting payment',
      'yellow',
      `Please transfer ${due} to our bank account. Then we pack your order.`,
    )
  if (status === 'completed') return state('Cash on delivery', 'neutral', `${due} in cash on delivery.`)
  const when = order.delivery.method === 'pickup' ? 'you collect your order' : 'your order arrives'
  return state('Cash on delivery', 'neutral', `Please have ${due} ready in cash when ${when}.`)
}

function ofPending(order: Order): PaymentState {
  return hasSlipInReview(order)
    ? state(
        'Checking your slip',
        'blue',
        'We are checking your bank slip, and mail you if anything is missing.',
      )
    : state('Being processed', 'blue', 'Your payment is being processed. We mail you when it is through.')
}

/** The state of the payment in a word, and in a sentence. */
export function paymentState(order: Order): PaymentState {
  if (order.status === 'cancelled') return ofCancelled(order)
  const { paymentStatus, charged, returned, held, amountDue, refundDue } = order.payment
  const owed = refundDue > 0 ? ` We return ${formatMoney(refundDue)} to you.` : ''
  const due = amountDue > 0 ? ` ${formatMoney(amountDue)} is still to be paid.` : ''
  switch (paymentStatus) {
    case 'chargedBack':
      return state('Taken back', 'red', `Your bank took the payment back.${due} Please contact us.`)
    case 'refunded':
      return state('Refunded', 'blue', `We returned ${formatMoney(returned)} to you.`)
    case 'partiallyRefunded':
      return state(
        'Partly refunded',
        'blue',
        `We returned ${formatMoney(returned)} of ${formatMoney(charged)} to you.${owed}${due}`,
      )
    case 'paid':
      return charged === 0
        ? state('Paid', 'green', 'There is nothing to pay.')
        : state('Paid', 'green', `We received ${formatMoney(held)}. Thank you.${owed}`)
    case 'partiallyPaid':
      return state('Partly paid', 'yellow', `We received ${formatMoney(held)}.${due}`)
    case 'pending':
      return ofPending(order)
    case 'unpaid':
      return ofUnpaid(order)
  }
}

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

type PaymentState = { label: string; tone: BadgeTone; text: string }

const state = (label: string, tone: BadgeTone, text: string): PaymentState => ({ label, tone, text })

function ofCancelled({
  cancelReason,
  payment: { held, paymentStatus, returned, refundDue },
}: Order): PaymentState {
  const late = cancelReason === 'paymentExpired'
  if (paymentStatus === 'chargedBack' && held <= 0)
    return state('Taken back', 'neutral', 'This order is cancelled. Your bank took the payment back.')
  if (refundDue > 0) {
    const why = late ? 'This order was not paid in full in time.' : 'This order is cancelled.'
    return state('Refund due', 'yellow', `${why} We return ${formatMoney(refundDue)} to you.`)
  }
  if (returned > 0)
    return state('Refunded', 'blue', `This order is cancelled. We returned ${formatMoney(returned)} to you.`)
  if (late) return state('Not paid', 'neutral', 'This order was cancelled because it was not paid in time.')
  return state('Nothing to pay', 'neutral', 'This order is cancelled. There is nothing to pay.')
}

/** Whether the order waits for its payment before it is packed. */
const waitsToBePacked = ({ status, fulfilmentStatus }: Order): boolean =>
  status === 'processing' && fulfilmentStatus === 'unfulfilled'

/** What is to be done for an order of which nothing was paid. */
function ofUnpaid(order: Order): PaymentState {
  const {
    status,
    payment: { method, amountDue },
  } = order
  if (amountDue <= 0) return state('Nothing to pay', 'neutral', 'There is nothing to pay.')
  const due = formatMoney(amountDue)
  const waits = waitsToBePacked(order)
  if (method === 'payhere') {
    const what = waits ? 'is to be paid before we pack your order.' : 'is still to be paid.'
    return state('Awaiting payment', 'yellow', `${endOf(order)}${due} ${what}`)
  }
  if (method === 'bankTransfer') {
    const then = waits ? ' Then we pack your order.' : ''
    return state('Awaiting payment', 'yellow', `Please transfer ${due} to our bank account.${then}`)
  }
  if (status === 'completed') return state('Cash on delivery', 'neutral', `${due} in cash on delivery.`)
  const when = order.delivery.method === 'pickup' ? 'you collect your order' : 'your order arrives'
  return state('Cash on delivery', 'neutral', `Please have ${due} ready in cash when ${when}.`)
}

function ofPending(order: Order, mails: boolean): PaymentState {
  if (hasSlipInReview(order)) {
    const then = mails ? ', and mail you if anything is missing.' : '. This page says when that is done.'
    return state('Checking your slip', 'blue', `We are checking your bank slip${then}`)
  }
  const then = mails ? 'We mail you when it is through.' : 'This page says when it is through.'
  return state('Being processed', 'blue', `Your payment is being processed. ${then}`)
}

/** What is still to be paid of an order of which a part was paid. */
function restOf(order: Order): string {
  const { amountDue } = order.payment
  if (amountDue <= 0) return ''
  return hasSlipInReview(order)
    ? ` We are checking your bank slip for the other ${formatMoney(amountDue)}.`
    : ` ${formatMoney(amountDue)} is still to be paid.`
}

/**
 * The state of the payment in a word, and in a sentence. What it asks for is what is due. Mails are promised where they reach the
 * customer.
 */
export function paymentState(order: Order, mails = true): PaymentState {
  if (order.status === 'cancelled') return ofCancelled(order)
  const { paymentStatus, charged, returned, held, refundDue } = order.payment
  const owed = refundDue > 0 ? ` We return ${formatMoney(refundDue)} to you.` : ''
  const due = restOf(order)
  switch (paymentStatus) {
    case 'chargedBack':
      return state('Taken back', 'red', `Your bank took the payment back.${due} Please contact us.`)
    case 'refunded':
      return state('Refunded', 'blue', `We returned ${formatMoney(returned)} to you.${due}`)
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
      return ofPending(order, mails)
    case 'unpaid':
      return ofUnpaid(order)
  }
}

/** The lines below the total of a printed sheet: what was paid, what is to be paid and how, and what goes back. */
export function balanceLines(order: Order): { label: string; amount: number }[] {
  const { method, held, amountDue, refundDue } = order.payment
  const place = order.delivery.method === 'pickup' ? 'at the shop' : 'on delivery'
  const lines = [
    { label: 'Paid', amount: held },
    { label: method === 'cod' ? `To be paid in cash ${place}` : 'To be paid', amount: amountDue },
    { label: 'To be returned', amount: refundDue },
  ]
  return lines.filter(({ amount }) => amount > 0)
}

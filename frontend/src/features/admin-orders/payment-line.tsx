import type { Order } from '@/api/types'
import { refundable, underWayCents } from '@/features/admin-payments/amounts'
import { methodLabel, PAYMENT_LOOKS } from '@/features/admin-payments/labels'
import { cx } from '@/ui/cx'

/** The state of an order's payment in a few words, and whether staff have to do something about it. */
export function paymentText(order: Order): { text: string; isPressing: boolean } {
  const { payment, slips, status } = order
  if (refundable(order).dueCents > 0) return { text: 'Refund due', isPressing: true }
  if (underWayCents(order) > 0) return { text: 'Refund on its way', isPressing: false }
  if (slips.some(({ state }) => state === 'inReview')) return { text: 'Slip to check', isPressing: true }
  const { method, paymentStatus } = payment
  if (paymentStatus !== 'unpaid' && paymentStatus !== 'pending')
    return { text: PAYMENT_LOOKS[paymentStatus].label, isPressing: paymentStatus === 'chargedBack' }
  // The courier brings the money: nothing is wrong with an unpaid order.
  if (method === 'cod') return { text: methodLabel('cod'), isPressing: false }
  const state = status === 'cancelled' ? 'Not paid' : PAYMENT_LOOKS[paymentStatus].label
  return { text: `${state} · ${methodLabel(method)}`, isPressing: false }
}

/** The state of the payment, for the list of orders. */
export function PaymentLine({ order }: { order: Order }) {
  const { text, isPressing } = paymentText(order)
  return (
    <span className={cx('block text-sm', isPressing ? 'font-semibold text-warning' : 'text-cocoa')}>
      {text}
    </span>
  )
}

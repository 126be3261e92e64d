import type { Order } from '@/api/types'
import { BankDetails } from './bank-details'
import { hasSlipInReview } from './payment-state'
import { MAX_SLIPS, SlipForm } from './slip-form'

type TransferProps = {
  order: Order
  /** A slip was sent; the order is shown with it next. */
  onSent: () => void
}

function AfterTransfer({ order, onSent }: TransferProps) {
  if (order.slips.length >= MAX_SLIPS) {
    return <p>You have sent {MAX_SLIPS} slips, which is the most for one order. Please contact us.</p>
  }
  const number = order.slips.length + 1
  return (
    <>
      <h3 className="mt-6 font-display text-lg">{number === 1 ? 'Send us the slip' : 'Send another slip'}</h3>
      <p className="mt-1 mb-4 text-cocoa">
        {hasSlipInReview(order)
          ? 'Only if the first one was not complete.'
          : 'When you have transferred the amount. Your order stays reserved while we check the slip.'}
      </p>
      {/* A new form for the next slip. */}
      <SlipForm key={number} order={order} onSent={onSent} />
    </>
  )
}

/** The way to send the slip of a transfer that was under way when the time to pay ended. */
export function LateTransfer({ order, onSent }: TransferProps) {
  const number = order.slips.length + 1
  if (number > MAX_SLIPS) return null
  return (
    <div>
      <h3 className="font-display text-lg">Did you send the money already?</h3>
      <p className="mt-1 mb-4 text-cocoa">
        Send us the slip. When the money is there, we contact you about your order or return it.
      </p>
      <SlipForm key={number} order={order} onSent={onSent} />
    </div>
  )
}

/** How to pay an order by bank transfer, and the way to send the slip. */
export function BankTransfer({ order, onSent }: TransferProps) {
  return (
    <div>
      <h3 className="mb-3 font-display text-lg">Our bank account</h3>
      <BankDetails order={order} />
      <AfterTransfer order={order} onSent={onSent} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { shopTermsQuery } from '@/api/shop-terms'
import type { BankAccount, Order } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { copyText } from '@/ui/copy-button'
import { IconButton } from '@/ui/icon-button'
import { Loaded } from '@/ui/loaded'
import { hasSlipInReview } from './payment-state'
import { MAX_SLIPS, SlipForm } from './slip-form'

/** A value to enter at the bank; `copied` is what the bank's form takes. */
function Fact({ label, value, copied }: { label: string; value: string; copied?: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1">
      <dt className="col-start-1 pt-1.5 text-sm text-cocoa">{label}</dt>
      <dd className="col-start-1 min-w-0 pb-1.5 font-semibold break-words tabular-nums select-all">
        {value}
      </dd>
      {copied !== undefined && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <IconButton
            icon={Copy}
            label={`Copy ${label.toLowerCase()}`}
            onClick={() => void copyText(copied, label)}
          />
        </dd>
      )}
    </div>
  )
}

function Facts({ account: { bank, branch, holder, number }, order }: { account: BankAccount; order: Order }) {
  const { amountDue } = order.payment
  return (
    <dl className="divide-y divide-line rounded-input border border-line bg-paper ps-4 pe-1">
      <Fact label="Bank" value={branch === null ? bank : `${bank}, ${branch}`} />
      <Fact label="Account holder" value={holder} copied={holder} />
      <Fact label="Account number" value={number} copied={number} />
      <Fact label="Amount" value={formatMoney(amountDue)} copied={amountDue.toFixed(2)} />
      <Fact label="Reference" value={order.orderId} copied={order.orderId} />
    </dl>
  )
}

/** The shop's bank account, the amount and the reference of a transfer for this order. */
function BankDetails({ order }: { order: Order }) {
  return (
    <Loaded
      query={useQuery(shopTermsQuery())}
      message="The bank account could not be loaded."
      skeleton="h-72 rounded-input"
    >
      {({ phone, payment: { bankAccount } }) =>
        bankAccount === null ? (
          <p>Please contact us for our bank account: {phone}.</p>
        ) : (
          <Facts account={bankAccount} order={order} />
        )
      }
    </Loaded>
  )
}

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

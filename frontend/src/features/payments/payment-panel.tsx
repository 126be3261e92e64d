import { type ReactNode, useEffect, useRef } from 'react'
import { useMailConnected } from '@/api/mail-connection'
import type { Order } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { BankTransfer, LateTransfer } from './bank-transfer'
import { ChangeMethod } from './change-method'
import { PayButton } from './pay-button'
import { PayBy } from './pay-by'
import { endedAttempt, hasExpired, isToPay, METHOD_NAMES, paymentState } from './payment-state'
import { Slips } from './slips'

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-cocoa">{label}</dt>
      <dd className="ms-auto font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** The method, what is still to be paid, and what the shop returns or has returned. */
function Figures({ order: { status, payment } }: { order: Order }) {
  const { method, amountDue, paymentStatus, returned, refundDue } = payment
  const isDue = amountDue > 0 && !(method === 'cod' && status === 'completed')
  return (
    <dl className="grid gap-2">
      <Figure label="Payment method">{METHOD_NAMES[method]}</Figure>
      {isDue && <Figure label="Amount due">{formatMoney(amountDue)}</Figure>}
      {returned > 0 && (
        <Figure label={paymentStatus === 'chargedBack' ? 'Taken back' : 'Refunded'}>
          {formatMoney(returned)}
        </Figure>
      )}
      {refundDue > 0 && <Figure label="Refund due">{formatMoney(refundDue)}</Figure>}
    </dl>
  )
}

/** The heading of the slips, which takes the focus of the form that is replaced when the sent slip is shown. */
function useSlipsHeading(slips: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    if (slips === 0 || !sent.current) return
    sent.current = false
    heading.current?.focus()
  }, [slips])
  const onSent = () => {
    sent.current = true
  }
  return { heading, onSent }
}

function Actions({ order, onSent }: { order: Order; onSent: () => void }) {
  const { method, amountDue, held } = order.payment
  if (method === 'bankTransfer' && hasExpired(order) && held < order.total)
    return <LateTransfer order={order} onSent={onSent} />
  if (order.status === 'cancelled' || amountDue <= 0) return null
  return (
    <>
      {method === 'payhere' && isToPay(order) && (
        <div className="grid gap-2">
          <PayButton orderId={order.orderId}>
            {endedAttempt(order) === null ? 'Pay now' : 'Pay again'}
          </PayButton>
          <p className="text-center text-sm text-cocoa">
            You pay on the secure page of PayHere, and come back to us.
          </p>
        </div>
      )}
      {method === 'bankTransfer' && <BankTransfer order={order} onSent={onSent} />}
    </>
  )
}

/** How an order is paid: its state, the time to pay, and what the customer can do. */
export function PaymentPanel({ order, className }: { order: Order; className?: string }) {
  const { label, tone, text } = paymentState(order, useMailConnected())
  const { expiresAt } = order.payment
  const { heading, onSent } = useSlipsHeading(order.slips.length)
  return (
    <section aria-labelledby="payment" className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="payment" className="font-display text-xl">
          Payment
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="mt-3 grid gap-4">
        <p role="status">{text}</p>
        {expiresAt !== null && isToPay(order) && <PayBy expiresAt={expiresAt} />}
        <Figures order={order} />
        <Slips order={order} headingRef={heading} />
        <Actions order={order} onSent={onSent} />
        <ChangeMethod order={order} />
      </div>
    </section>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useMailConnected } from '@/api/mail-connection'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { RequireSession } from '@/features/auth/require-session'
import { PayButton } from '@/features/payments/pay-button'
import { PayBy } from '@/features/payments/pay-by'
import { DECLINED, endedAttempt, isToPay, paymentState, STOPPED } from '@/features/payments/payment-state'
import { ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { ErrorNotice } from '@/ui/error-notice'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { Spinner } from '@/ui/spinner'
import { orderQueries } from './queries'
import { UnknownOrder } from './unknown-order'

const POLL_MS = 2_000
/** The longest time for which the page asks for the order (contract-commerce, section 2). */
const PATIENCE_MS = 60_000

type Outcome = 'checking' | 'paid' | 'declined' | 'stopped' | 'failed' | 'late' | 'cancelled'

/** Those after which the customer may pay again. */
const UNPAID: readonly Outcome[] = ['declined', 'stopped', 'failed', 'late']

/** What is known of the payment: from the order alone, as anybody can write the address of this page. */
function outcomeOf(order: Order, left: boolean, late: boolean): Outcome {
  const { status, payment } = order
  if (status === 'cancelled') return 'cancelled'
  if (payment.amountDue <= 0) return 'paid'
  const ended = endedAttempt(order)
  if (ended !== null) return ended
  if (left && payment.paymentStatus !== 'pending') return 'failed'
  return late ? 'late' : 'checking'
}

const isSettled = (order: Order | null | undefined): boolean =>
  order === null || (order !== undefined && ['paid', 'cancelled'].includes(outcomeOf(order, false, false)))

/** The order, asked for again for a minute until its payment is settled; `late` when the minute is over. */
function usePolledOrder(orderId: string) {
  const client = useQueryClient()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const query = useQuery({
    ...orderQueries.detail(orderId),
    staleTime: 0,
    refetchInterval: ({ state }) => (late || isSettled(state.data) ? false : POLL_MS),
  })
  const settled = isSettled(query.data)
  useEffect(() => {
    if (settled) void client.invalidateQueries({ queryKey: ['orders', 'list'] })
  }, [client, settled])
  return { ...query, late }
}

const LOOKS: Record<Outcome, { title: string; icon: LucideIcon | null; look: string }> = {
  checking: { title: 'Checking your payment', icon: null, look: 'bg-shell text-lotus' },
  paid: { title: 'Payment received', icon: CircleCheck, look: 'bg-success-wash text-success' },
  declined: { title: DECLINED, icon: CircleX, look: 'bg-warning-wash text-warning' },
  stopped: { title: STOPPED, icon: CircleX, look: 'bg-warning-wash text-warning' },
  failed: { title: 'The payment was not completed', icon: CircleX, look: 'bg-warning-wash text-warning' },
  late: { title: 'We are still waiting for your payment', icon: Clock, look: 'bg-warning-wash text-warning' },
  cancelled: { title: 'This order is cancelled', icon: CircleX, look: 'bg-shell text-cocoa' },
}

/** What tells the customer of the payment after this page. */
const laterNews = (mails: boolean): string =>
  mails ? 'We will mail you as soon as it does.' : 'The page of your order says when it does.'

function textOf(outcome: Outcome, order: Order, again: boolean, mails: boolean): string {
  switch (outcome) {
    case 'checking':
      return mails
        ? 'This takes a few seconds. You can leave this page: we mail you when your payment is through.'
        : 'This takes a few seconds. You can leave this page: that of your order says when your payment is through.'
    case 'late':
      return `It can take a while until the bank confirms a payment. ${laterNews(mails)}${again ? ' If you did not finish the payment, you can pay again.' : ''}`
    case 'declined':
    case 'stopped':
    case 'failed':
      return again
        ? 'Your order is kept for you. You can pay again, or choose another way on the page of the order.'
        : 'Your order is kept for you. The page of the order says how to pay.'
    default:
      return paymentState(order, mails).text
  }
}

/** The heading; money that came and went back, or was never asked for, is not received. */
function titleOf(outcome: Outcome, order: Order): string {
  if (outcome !== 'paid') return LOOKS[outcome].title
  const { paymentStatus, held } = order.payment
  if (paymentStatus !== 'paid') return `Payment: ${paymentState(order).label.toLowerCase()}`
  return held > 0 ? LOOKS.paid.title : 'There is nothing to pay'
}

type PaymentOutcomeProps = { outcome: Outcome; order: Order; again: boolean; action: ReactNode }

function PaymentOutcome({ outcome, order, again, action }: PaymentOutcomeProps) {
  const { icon: Icon, look } = LOOKS[outcome]
  const mails = useMailConnected()
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 text-center">
      <span className={cx('inline-flex size-16 items-center justify-center rounded-full', look)}>
        {Icon === null ? <Spinner className="size-7" /> : <Icon aria-hidden size={32} />}
      </span>
      <div role="status" className="grid gap-3">
        <h1 className="font-display text-title">{titleOf(outcome, order)}</h1>
        <p className="text-lg">{textOf(outcome, order, again, mails)}</p>
      </div>
      <p className="text-cocoa">
        Order ID <span className="font-semibold break-all text-ink select-all">{order.orderId}</span>
      </p>
      {action}
    </div>
  )
}

function Polled({ orderId, left, title }: { orderId: string; left: boolean; title: string }) {
  const { data: order, error, late, refetch, isFetching } = usePolledOrder(orderId)
  if (order === null) return <UnknownOrder title={title} />
  if (order === undefined) {
    return error === null ? (
      <div className="flex flex-col items-center gap-4 text-center">
        <Spinner className="size-8 text-lotus" />
        <h1 className="font-display text-title">{LOOKS.checking.title}</h1>
      </div>
    ) : (
      <>
        <h1 className="mb-8 font-display text-title">{title}</h1>
        <ErrorNotice message={messageOf(error)} onRetry={() => void refetch()} pending={isFetching} />
      </>
    )
  }
  const outcome = outcomeOf(order, left, late)
  const { method, expiresAt } = order.payment
  // While the gateway processes a payment, another one could be a second payment for the order.
  const again = UNPAID.includes(outcome) && method === 'payhere' && isToPay(order)
  return (
    <PaymentOutcome
      outcome={outcome}
      order={order}
      again={again}
      action={
        <>
          {again && expiresAt !== null && <PayBy expiresAt={expiresAt} />}
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            {again && <PayButton orderId={orderId}>Pay again</PayButton>}
            <ButtonLink to={`/orders/${orderId}`} variant={again ? 'secondary' : 'primary'} size="lg">
              View your order
            </ButtonLink>
          </div>
        </>
      }
    />
  )
}

/**
 * Where the payment gateway sends the customer back. The address gives the order to look at and nothing else; `left` is the address
 * for customers who left the payment, which may have gone through all the same.
 */
export function PaymentResult({ title, left }: { title: string; left: boolean }) {
  const orderId = useSearchParams()[0].get('orderId')
  if (orderId === null || orderId === '') return <Navigate to="/orders" replace />
  return (
    <RequireSession message="Please Login To View Your Orders">
      <Container className="py-section">
        <PageMeta title={title} />
        <Polled key={orderId} orderId={orderId} left={left} title={title} />
      </Container>
    </RequireSession>
  )
}

import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/api/staff'
import type { LedgerEntry, Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { formatMoney } from '@/lib/money'
import { EmailText } from '@/ui/admin/columns'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { type Column, DataTable } from '@/ui/table'
import { refundable, underWayCents } from './amounts'
import { ChargeForm } from './charge-form'
import { kindLabel, methodLabel, PAYMENT_LOOKS } from './labels'
import { OrderAttention } from './order-attention'
import { RefundForm } from './refund-form'
import { RefundList } from './refund-list'
import { SlipList } from './slip-list'

/** Money that went out has a minus; a correction has the sign of neither. */
const signed = ({ kind, amount }: LedgerEntry): string =>
  formatMoney(kind === 'refund' || kind === 'chargeback' ? -amount : amount)

function Author({ entry: { actor, attemptId } }: { entry: LedgerEntry }) {
  if (actor !== null) return <EmailText address={actor} />
  return attemptId === null ? 'Automatic' : 'PayHere'
}

const COLUMNS: Column<LedgerEntry>[] = [
  {
    key: 'kind',
    header: 'Entry',
    cell: ({ kind, method, state }) => (
      <>
        <span className="font-semibold">{kindLabel(kind)}</span>
        <span className="block text-sm text-cocoa">
          {methodLabel(method)}
          {state === 'reversed' && ', corrected'}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (entry) => (
      <span className="whitespace-nowrap tabular-nums">
        {entry.state === 'reversed' ? <s>{signed(entry)}</s> : signed(entry)}
      </span>
    ),
  },
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <span className="break-all">{reference ?? '–'}</span>,
  },
  {
    key: 'author',
    header: 'Recorded',
    cell: (entry) => (
      <>
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        <span className="block text-sm text-cocoa">
          <Author entry={entry} />
        </span>
      </>
    ),
  },
]

/** What was booked for an order, oldest first; nothing for an order without a booking. */
function LedgerTable({ order: { ledger = [] } }: { order: Order }) {
  if (ledger.length === 0) return null
  return (
    <DataTable
      caption="Bookings, oldest first"
      plain
      dense
      columns={COLUMNS}
      // Entries are only ever added behind.
      rows={ledger}
      rowKey={(entry) => ledger.indexOf(entry)}
      empty={null}
    />
  )
}

function Figure({ name, amount, urgent = false }: { name: string; amount: number; urgent?: boolean }) {
  return (
    <div>
      <dt className="text-sm text-cocoa">{name}</dt>
      <dd className={cx('tabular-nums', urgent && amount > 0 ? 'font-semibold text-lotus-deep' : '')}>
        {formatMoney(amount)}
      </dd>
    </div>
  )
}

/** A refund under way is not due a second time. */
function Figures({ order }: { order: Order }) {
  const { payment } = order
  const underWay = underWayCents(order)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
      <Figure name="Charged" amount={payment.charged} />
      <Figure name="Held" amount={payment.held} />
      <Figure name="Due" amount={payment.amountDue} urgent />
      <Figure name="Refund due" amount={refundable(order).dueCents / 100} urgent />
      {underWay > 0 && <Figure name="On its way back" amount={underWay / 100} />}
    </dl>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="text-sm text-cocoa">{children}</p>
}

/** Until when an order is to be paid; a slip that waits for staff stops the clock. */
function ExpiryHint({ order: { status, slips, payment } }: { order: Order }) {
  const { expiresAt, amountDue } = payment
  if (expiresAt === null || status === 'cancelled' || amountDue <= 0) return null
  if (slips.some(({ state }) => state === 'inReview'))
    return <Hint>The order is not cancelled for want of payment while a slip waits for your check.</Hint>
  return <Hint>The order is cancelled if it is not paid by {formatDateTime(expiresAt)}.</Hint>
}

type Open = 'charge' | 'refund' | null

type ActionsProps = { order: Order; onOpen: (form: Open) => void; closed: Open }

/** The buttons of the forms. That of the form which was `closed` has the focus again. */
function Actions({ order, onOpen, closed }: ActionsProps) {
  const may = useMay()
  const isChargedBack = order.payment.paymentStatus === 'chargedBack'
  const { dueCents, mostCents } = refundable(order)
  return (
    <div className="flex flex-wrap gap-3">
      {may('managePayments') && (
        <Button
          size="sm"
          variant="secondary"
          autoFocus={closed === 'charge' || (closed === 'refund' && mostCents === 0)}
          onClick={() => onOpen('charge')}
        >
          Record a payment
        </Button>
      )}
      {may('refund') && mostCents > 0 && !isChargedBack && (
        <Button
          size="sm"
          variant={dueCents > 0 ? 'primary' : 'secondary'}
          autoFocus={closed === 'refund'}
          onClick={() => onOpen('refund')}
        >
          Refund
        </Button>
      )}
    </div>
  )
}

/** The money of an order: its figures, and for roles that work on payments what was booked, slips, refunds, and what waits. */
export function PaymentSection({ order }: { order: Order }) {
  const [open, setOpen] = useState<Open>(null)
  const [closed, setClosed] = useState<Open>(null)
  const close = () => {
    setClosed(open)
    setOpen(null)
  }
  const { method, paymentStatus, codConfirmation } = order.payment
  const may = useMay()
  const seesMoney = may('readPayments')
  const { label, tone } = PAYMENT_LOOKS[paymentStatus]
  return (
    <section aria-label="Payment" className="grid gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-display text-xl">Payment</h3>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-cocoa">{methodLabel(method)}</span>
      </div>
      {seesMoney && <OrderAttention order={order} />}
      <Figures order={order} />
      <ExpiryHint order={order} />
      {(codConfirmation === 'needed' || codConfirmation === 'unreachable') && (
        <Hint>
          The customer confirms this order by telephone before it is packed
          {may('callCustomers') && (
            <>
              :{' '}
              <Link to="/admin/calls" className="text-lotus underline underline-offset-2">
                calls before packing
              </Link>
            </>
          )}
          .
        </Hint>
      )}
      {paymentStatus === 'chargedBack' && (
        <Hint>The bank took this payment back, so it cannot be refunded.</Hint>
      )}
      {open === null && seesMoney && <Actions order={order} onOpen={setOpen} closed={closed} />}
      {open === 'charge' && <ChargeForm order={order} onDone={close} />}
      {open === 'refund' && <RefundForm order={order} onDone={close} />}
      {seesMoney && (
        <>
          <SlipList order={order} />
          <LedgerTable order={order} />
          <RefundList order={order} />
        </>
      )}
    </section>
  )
}

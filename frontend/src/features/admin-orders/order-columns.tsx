import { type LucideIcon, PackageOpen, ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import type { Order } from '@/api/types'
import { refundable, underWayCents } from '@/features/admin-payments/amounts'
import { methodLabel, PAYMENT_LOOKS } from '@/features/admin-payments/labels'
import { FIRST_ACTION, orderColumn, RowButton, SECOND_ACTION, timeColumn } from '@/ui/admin/columns'
import { StatusBadge } from '@/ui/admin/order-status'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { iconButtonClass } from '@/ui/icon-button'
import { Money } from '@/ui/price'
import { Spinner } from '@/ui/spinner'
import type { Column } from '@/ui/table'
import { pointLabel, type Queue, specialDelivery } from './fulfilment'
import { NextPress } from './next-press'
import { invoicePath, packingSlipPath } from './print-paths'
import type { Ticks } from './queue-bar'

/** The state of an order's payment in a few words, and whether staff have to do something about it. */
function paymentText(order: Order): { text: string; isPressing: boolean } {
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
function PaymentLine({ order }: { order: Order }) {
  const { text, isPressing } = paymentText(order)
  return (
    <span className={cx('block text-sm', isPressing ? 'font-semibold text-warning' : 'text-cocoa')}>
      {text}
    </span>
  )
}

/** The return that staff have to do something about. */
function ReturnLine({ order: { returns } }: { order: Order }) {
  const waits = (wanted: Order['returns'][number]['state']) => returns.some(({ state }) => state === wanted)
  if (waits('requested'))
    return <span className="block text-sm font-semibold text-warning">Return to judge</span>
  return waits('approved') && <span className="block text-sm text-cocoa">Return on its way</span>
}

/** A link to a printable sheet; between phones and wide windows the order's dialog has it. */
function PrintLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <Link
      to={to}
      state={FROM_HERE}
      aria-label={label}
      title={label}
      className={cx(iconButtonClass(), 'md:max-xl:hidden')}
      onClick={(event) => event.stopPropagation()}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} />
    </Link>
  )
}

type OrderActions = {
  onView: (order: Order) => void
  onUpdate: (order: Order) => void
  /** Whether one's role may change an order. */
  mayUpdate: boolean
  /** The number of the order whose form is loading. */
  opening: string | null
  /** Tick boxes, in lists whose orders are packed or cancelled together. */
  ticks?: Ticks
  /** The packing queue whose orders take their next step in the list. */
  queue?: Queue
}

const tickColumn = ({ isTicked, toggle }: Ticks): Column<Order> => ({
  key: 'tick',
  header: 'Tick',
  bare: true,
  cell: (order) => (
    // The row opens the order; a press on the box or beside it does not.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keyboard
    <label className="flex min-h-11 min-w-11 items-center" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="size-5 accent-lotus"
        aria-label={`Tick ${order.orderId}`}
        checked={isTicked(order)}
        onChange={() => toggle(order)}
      />
    </label>
  ),
})

const nextColumn = (queue: Queue): Column<Order> => ({
  key: 'next',
  header: 'Next step',
  bare: true,
  cell: (order) => <NextPress order={order} queue={queue} />,
})

const updateColumn = (onUpdate: (order: Order) => void, opening: string | null): Column<Order> => ({
  key: 'update',
  header: 'Update',
  bare: true,
  className: SECOND_ACTION,
  cell: (order) => (
    <RowButton variant="secondary" aria-label={`Update ${order.orderId}`} onPress={() => onUpdate(order)}>
      {/* Not disabled, as the focus returns to it. */}
      {opening === order.orderId && <Spinner className="size-4" />}
      Update
    </RowButton>
  ),
})

export function orderColumns({
  onView,
  onUpdate,
  mayUpdate,
  opening,
  ticks,
  queue,
}: OrderActions): Column<Order>[] {
  return [
    ...(ticks === undefined ? [] : [tickColumn(ticks)]),
    orderColumn,
    {
      key: 'status',
      header: 'Status',
      cell: (order) => {
        const { status, fulfilmentStatus } = order
        const delivery = specialDelivery(order)
        return (
          <>
            <StatusBadge status={status} />
            {status === 'processing' && fulfilmentStatus !== 'unfulfilled' && (
              <span className="block text-sm text-cocoa">{pointLabel(fulfilmentStatus)}</span>
            )}
            {delivery !== null && <span className="block text-sm">{delivery}</span>}
            <ReturnLine order={order} />
          </>
        )
      },
    },
    timeColumn('date', 'Date', ({ date }) => date),
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      cell: (order) => (
        <>
          <Money amount={order.total} className="font-semibold" />
          <PaymentLine order={order} />
        </>
      ),
    },
    ...(queue === undefined ? [] : [nextColumn(queue)]),
    {
      key: 'view',
      header: 'View',
      bare: true,
      className: FIRST_ACTION,
      cell: (order) => (
        <div className="flex items-center max-md:w-full">
          <Button
            variant="quiet"
            size="sm"
            className="max-md:-ms-4 max-md:me-auto md:-ms-2 xl:-ms-4"
            aria-label={`View ${order.orderId}`}
            onClick={(event) => {
              event.stopPropagation()
              onView(order)
            }}
          >
            View
          </Button>
          <PrintLink
            to={invoicePath(order.orderId)}
            icon={ReceiptText}
            label={`Invoice of ${order.orderId}`}
          />
          {order.status !== 'cancelled' && (
            <PrintLink
              to={packingSlipPath(order.orderId)}
              icon={PackageOpen}
              label={`Packing slip of ${order.orderId}`}
            />
          )}
        </div>
      ),
    },
    ...(mayUpdate ? [updateColumn(onUpdate, opening)] : []),
  ]
}

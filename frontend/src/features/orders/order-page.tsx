import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '@/api/server-clock'
import type { Order } from '@/api/types'
import { RequireSession } from '@/features/auth/require-session'
import { OrderInvoices } from '@/features/invoices/order-invoices'
import { PaymentPanel } from '@/features/payments/payment-panel'
import { isToPay } from '@/features/payments/payment-state'
import { refreshAfter } from '@/features/payments/refresh'
import { OrderReturns, ReturnItems, useReturnsHeading } from '@/features/returns/order-returns'
import { formatDateTime } from '@/lib/date'
import { cx } from '@/ui/cx'
import { ExplainTotal } from '@/ui/explain-total'
import { Loaded } from '@/ui/loaded'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { BuyAgain } from './buy-again'
import { CancelOrder, isCancellable } from './cancel-order'
import { DeliveryFacts, recipientHeading } from './delivery-facts'
import { OrderLines } from './order-lines'
import { StatusBadges } from './order-status'
import { orderQueries } from './queries'
import { Timeline } from './timeline'
import { Tracking } from './tracking'
import { UnknownOrder } from './unknown-order'

export const TITLE = 'Order'

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-cocoa">{label}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

/** Where the order is. */
function Status({ order }: { order: Order }) {
  return (
    <div className="grid gap-4">
      <dl>
        <Detail label="Status">
          <StatusBadges order={order} />
        </Detail>
      </dl>
      <Tracking order={order} />
    </div>
  )
}

function DeliveryDetails({ order }: { order: Order }) {
  return (
    <dl className="grid gap-4">
      <Detail label="Delivery">
        <DeliveryFacts order={order} />
      </Detail>
      <Detail label={recipientHeading(order)}>{`${order.name}\n${order.address}\n${order.phone}`}</Detail>
      {order.paymentId !== null && <Detail label="Payment ID">{order.paymentId}</Detail>}
      {order.customerNote !== null && <Detail label="Your remark">{order.customerNote}</Detail>}
      {order.notes !== '' && <Detail label="Notes">{order.notes}</Detail>}
    </dl>
  )
}

function OrderItems({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="font-display text-xl">
        Items
      </h2>
      <OrderLines order={order} linked className="mt-2" lineClassName="py-4" totalClassName="pt-4 text-lg" />
      <ExplainTotal lines={order.explanation} />
    </section>
  )
}

/** The number goes to a line of its own before it is broken at its hyphens. */
function Title({ orderId }: { orderId: string }) {
  return (
    <>
      Order <span className="inline-block">{orderId}</span>
    </>
  )
}

const CARD = 'rounded-card border border-line bg-white p-5 sm:p-7'

/** What the order waits for comes first: its return, its payment, else its parcel. */
function OrderDetails({ order }: { order: Order }) {
  const first = isToPay(order)
  const { heading, onSent } = useReturnsHeading(order)
  return (
    <Page title={<Title orderId={order.orderId} />} intro={`Placed on ${formatDateTime(order.date)}.`}>
      <PageMeta title={`${TITLE} ${order.orderId}`} />
      <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_1fr] lg:grid-rows-[auto_auto_1fr]">
        <OrderReturns order={order} headingRef={heading} className={cx(CARD, 'lg:col-start-2')} />
        {/* Stays mounted where its place changes: it has the focus of a form that was just sent. */}
        <PaymentPanel order={order} className={cx(CARD, 'lg:col-start-2', !first && 'order-1')} />
        <div className={cx(CARD, 'grid gap-6 lg:col-start-2')}>
          <Status order={order} />
          <DeliveryDetails order={order} />
          <Timeline orderId={order.orderId} />
        </div>
        <div className={cx(CARD, 'order-2 grid gap-6 lg:col-start-1 lg:row-span-3 lg:row-start-1')}>
          <OrderItems order={order} />
          <ReturnItems order={order} onSent={onSent}>
            <BuyAgain order={order} />
            {isCancellable(order) && <CancelOrder order={order} />}
          </ReturnItems>
          <OrderInvoices order={order} />
        </div>
      </div>
    </Page>
  )
}

/** Refetches the history when the order gets another status while its page is open. */
function useFreshHistory(order: Order | null | undefined) {
  const client = useQueryClient()
  const status = order?.status
  const last = useRef(status)
  useEffect(() => {
    if (order?.orderId !== undefined && last.current !== undefined && last.current !== status)
      void client.invalidateQueries({ queryKey: orderQueries.history(order.orderId).queryKey })
    last.current = status
  }, [client, order?.orderId, status])
}

function OneOrder({ orderId }: { orderId: string }) {
  const query = useQuery({
    ...orderQueries.detail(orderId),
    staleTime: 0,
    refetchInterval: ({ state }) => refreshAfter(state.data, serverNow()),
  })
  const order = query.data
  useFreshHistory(order)
  if (order === null) return <UnknownOrder title={TITLE} />
  if (order !== undefined) return <OrderDetails order={order} />
  return (
    <Page title={<Title orderId={orderId} />}>
      <PageMeta title={TITLE} />
      <Loaded query={query} skeleton="h-80" />
    </Page>
  )
}

/** One order of the customer: its items, its delivery and what can be done with it. */
export function OrderPage() {
  const { orderId = '' } = useParams()
  return (
    <RequireSession message="Please Login To View Your Orders">
      <OneOrder key={orderId} orderId={orderId} />
    </RequireSession>
  )
}

import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { RequireSession } from '@/features/auth/require-session'
import { formatDateTime } from '@/lib/date'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { BuyAgain } from './buy-again'
import { CancelOrder, isCancellable } from './cancel-order'
import { OrderLines } from './order-lines'
import { FulfilmentBadge } from './order-status'
import { orderQueries } from './queries'
import { Timeline } from './timeline'
import { Tracking } from './tracking'

export const TITLE = 'Order'

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-cocoa">{label}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

function Details({ order }: { order: Order }) {
  return (
    <dl className="grid gap-4">
      <Detail label="Status">
        <FulfilmentBadge order={order} />
      </Detail>
      <Detail label="Delivery to">{`${order.name}\n${order.address}\n${order.phone}`}</Detail>
      {order.paymentId !== null && <Detail label="Payment ID">{order.paymentId}</Detail>}
      {order.customerNote !== null && <Detail label="Your remark">{order.customerNote}</Detail>}
      {order.notes !== '' && <Detail label="Notes">{order.notes}</Detail>}
    </dl>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="font-display text-xl">
        Items
      </h2>
      <OrderLines
        order={order}
        name={(item) => (
          <Link
            to={`/products/productinfo/${encodeURIComponent(item.productId)}`}
            className="font-semibold hover:text-lotus hover:underline"
          >
            {item.name}
          </Link>
        )}
        className="mt-2"
        lineClassName="py-4"
        totalClassName="pt-4 text-lg"
      />
    </section>
  )
}

function Shown({ order }: { order: Order }) {
  return (
    <Page title={`Order ${order.orderId}`} intro={`Placed on ${formatDateTime(order.date)}.`}>
      <PageMeta title={`${TITLE} ${order.orderId}`} />
      <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_1fr]">
        <div className="grid gap-6 rounded-card border border-line bg-white p-5 sm:p-7">
          <Items order={order} />
          <div className="flex flex-wrap gap-3">
            <BuyAgain order={order} />
            {isCancellable(order) && <CancelOrder order={order} />}
          </div>
        </div>
        <div className="grid gap-6 rounded-card border border-line bg-white p-5 sm:p-7">
          <Details order={order} />
          <Tracking order={order} />
          <Timeline orderId={order.orderId} />
        </div>
      </div>
    </Page>
  )
}

function Unknown() {
  return (
    <Page title="Order">
      <PageMeta title={TITLE} />
      <EmptyState
        icon={PackageX}
        title="There is no order with this number."
        action={
          <ButtonLink to="/orders" className="mt-2">
            View your orders
          </ButtonLink>
        }
      >
        Check the number, or the account you are logged in with.
      </EmptyState>
    </Page>
  )
}

function OneOrder({ orderId }: { orderId: string }) {
  const {
    data: order,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...orderQueries.detail(orderId),
    staleTime: 0,
  })
  if (order === null) return <Unknown />
  if (order !== undefined) return <Shown order={order} />
  return (
    <Page title={`Order ${orderId}`}>
      <PageMeta title={TITLE} />
      {error === null ? (
        <LoadingRegion>
          <Skeleton className="h-80 w-full" />
        </LoadingRegion>
      ) : (
        <ErrorNotice message={messageOf(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
    </Page>
  )
}

/** One order of the customer: its items, its way and what can be done with it. */
export function OrderPage() {
  const { orderId = '' } = useParams()
  return (
    <RequireSession message="Please Login To View Your Orders">
      <OneOrder key={orderId} orderId={orderId} />
    </RequireSession>
  )
}

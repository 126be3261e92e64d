import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/paging'
import { useMay } from '@/api/staff'
import type { AdminUser, Order } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { securityQueries } from '@/features/security/queries'
import { RemoveSecondFactor } from '@/features/security/remove-second-factor'
import { formatDate, formatDateTime } from '@/lib/date'
import { formatInteger } from '@/lib/integer'
import { DetailDialog } from '@/ui/admin/detail-dialog'
import { DetailItem } from '@/ui/admin/detail-item'
import { LoadFailure } from '@/ui/admin/load-failure'
import { StatusBadge } from '@/ui/admin/order-status'
import { Button } from '@/ui/button'
import { LoadMore } from '@/ui/load-more'
import { Loaded } from '@/ui/loaded'
import { Money } from '@/ui/price'
import { userQueries } from './queries'

/** Whether sign-ins to an account ask for a code, for owners, who may remove it. */
function SecondFactorDetail({ email }: { email: string }) {
  const may = useMay()
  const isOwner = may('manageStaff')
  const { data } = useQuery({ ...securityQueries.secondFactorOf(email), enabled: isOwner && email !== '' })
  const [asking, setAsking] = useState(false)
  if (!isOwner || data === undefined) return null
  return (
    <DetailItem name="Second factor" wide>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {data.enabled && data.since !== null ? `On since ${formatDate(data.since)}` : 'Off'}
        {data.enabled && (
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </span>
      <RemoveSecondFactor email={email} open={asking} onOpenChange={setAsking} />
    </DetailItem>
  )
}

/** The account's data; a note when it is deleted, since its orders stay. */
function Account({ account }: { account: AdminUser | null | undefined }) {
  if (account === undefined) return null
  if (account === null) {
    return (
      <DetailItem name="Account" wide>
        There is none with this email any more.
      </DetailItem>
    )
  }
  return (
    <>
      <DetailItem name="Customer since">{formatDate(account.createdAt)}</DetailItem>
      <DetailItem name="Last login">
        {account.lastLogin ? formatDateTime(account.lastLogin) : 'Never'}
      </DetailItem>
      <DetailItem name="Blocked?">{account.isBlocked ? 'Yes' : 'No'}</DetailItem>
    </>
  )
}

/** Number and sum of orders: a dash while loading, a retry button after a failure. */
function Sums({ email }: { email: string }) {
  const query = useQuery({ ...orderQueries.purchases(email), enabled: email !== '' })
  const { data, isError, isFetching, refetch } = query
  if (data === undefined && isError) {
    return (
      <DetailItem name="Orders and spent" wide>
        <LoadFailure what="The sums" pending={isFetching} onRetry={() => void refetch()} />
      </DetailItem>
    )
  }
  return (
    <>
      <DetailItem name="Orders">
        {data === undefined ? '–' : formatInteger(data.orders)}
        {data !== undefined && data.cancelled > 0 && ` and ${formatInteger(data.cancelled)} cancelled`}
      </DetailItem>
      <DetailItem name="Spent">
        {data === undefined ? '–' : <Money amount={data.spent} className="font-semibold" />}
      </DetailItem>
    </>
  )
}

function OrderRow({ order }: { order: Order }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <Link
          to={`/admin/orders?view=${encodeURIComponent(order.orderId)}`}
          className="inline-flex min-h-11 items-center font-semibold text-lotus underline underline-offset-2 hover:text-lotus-deep"
        >
          {order.orderId}
        </Link>
        <p className="text-sm text-cocoa">{formatDateTime(order.date)}</p>
      </div>
      <div className="flex items-center justify-between gap-4 max-sm:w-full">
        <StatusBadge status={order.status} />
        <Money amount={order.total} className="font-semibold" />
      </div>
    </li>
  )
}

function Orders({ email }: { email: string }) {
  const query = useInfiniteQuery(orderQueries.ofCustomer(email))
  return (
    <Loaded query={query} skeleton="h-40">
      {(pages) => {
        const orders = rowsOf(pages)
        if (orders.length === 0) return <p>No orders found.</p>
        return (
          <>
            <ul className="divide-y divide-line border-y border-line">
              {orders.map((order) => (
                <OrderRow key={order.orderId} order={order} />
              ))}
            </ul>
            <LoadMore
              hasMore={query.hasNextPage}
              pending={query.isFetchingNextPage}
              onLoad={() => void query.fetchNextPage()}
              shown={orders.length}
              total={totalOf(pages)}
              noun="orders"
            />
          </>
        )
      }}
    </Loaded>
  )
}

type CustomerDialogProps = {
  email: string
  /** The customer from the loaded list; absent when a link names a customer beyond it, who is queried. */
  known: AdminUser | undefined
  open: boolean
  onClose: () => void
}

/** One customer with their orders. */
export function CustomerDialog({ email, known, open, onClose }: CustomerDialogProps) {
  const { data: found } = useQuery({ ...userQueries.one(email), enabled: open && known === undefined })
  const account = known ?? found
  return (
    <DetailDialog open={open} onClose={onClose} title={account?.name || email}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        <DetailItem name="Email" wide>
          {email}
        </DetailItem>
        <Sums email={email} />
        <Account account={account} />
        {account && open && <SecondFactorDetail email={email} />}
      </dl>
      <section className="mt-6" aria-label="Orders">
        <h3 className="mb-3 font-display text-xl">Orders</h3>
        <Orders email={email} />
      </section>
    </DetailDialog>
  )
}

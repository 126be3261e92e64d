import { useInfiniteQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/paging'
import type { Order } from '@/api/types'
import { RequireSession } from '@/features/auth/require-session'
import { isToPay, waitingFor } from '@/features/payments/payment-state'
import { formatDate } from '@/lib/date'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ProductImage } from '@/ui/image'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { LoadMore } from '@/ui/load-more'
import { Loaded } from '@/ui/loaded'
import { PageMeta } from '@/ui/page-meta'
import { Money } from '@/ui/price'
import { Page } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { type Column, DataTable } from '@/ui/table'
import { FulfilmentBadge, WaitingBadge } from './order-status'
import { orderQueries } from './queries'

export const TITLE = 'Orders'

const OrderDialog = lazyPart(async () => (await import('./order-dialog')).OrderDialog)

const PLACEHOLDER_ROWS = ['a', 'b', 'c', 'd', 'e']

/** Pictures of the first items. */
const THUMBNAILS = 4

function Thumbnails({ order: { orderedItems } }: { order: Order }) {
  const more = orderedItems.length - THUMBNAILS
  return (
    <div className="flex items-center gap-1.5">
      {orderedItems.slice(0, THUMBNAILS).map((item) => (
        <ProductImage
          key={item.productId}
          src={item.image}
          alt=""
          sizes="2.5rem"
          className="!w-10 flex-none rounded-tag"
        />
      ))}
      {more > 0 && <span className="text-sm text-cocoa">+{more}</span>}
    </div>
  )
}

/** What an order waits for; where that is its payment, the link to pay. */
function Waiting({ order }: { order: Order }) {
  const { orderId } = order
  const label = waitingFor(order)
  if (label === null || !isToPay(order)) return <WaitingBadge order={order} />
  return (
    <Link
      to={`/orders/${orderId}`}
      onClick={(event) => event.stopPropagation()} // the row opens the dialog
      aria-label={`${label}: order ${orderId}`}
      className="tap inline-flex items-center underline underline-offset-4"
    >
      <WaitingBadge order={order} />
    </Link>
  )
}

const columns = (open: (order: Order) => void): Column<Order>[] => [
  {
    key: 'id',
    header: 'Order ID',
    cell: (order) => (
      // On phones the cell is aligned to the end, and so are its pictures.
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:justify-end">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Details of order ${order.orderId}`}
          onClick={(event) => {
            event.stopPropagation() // the row opens it too
            open(order)
          }}
          className="tap font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
        >
          {order.orderId}
        </button>
        <Thumbnails order={order} />
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    className: 'max-md:items-center',
    cell: (order) => (
      <div className="flex flex-wrap items-center gap-2 max-md:justify-end">
        <FulfilmentBadge order={order} />
        <Waiting order={order} />
      </div>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    cell: ({ date }) => <span className="whitespace-nowrap">{formatDate(date)}</span>,
  },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total }) => <Money amount={total} className="font-semibold" />,
  },
]

function NoOrders() {
  return (
    <EmptyState
      icon={Package}
      title="No orders found."
      action={
        <ButtonLink to="/products" className="mt-2">
          Browse products
        </ButtonLink>
      }
    >
      What you order appears here, with its way to you.
    </EmptyState>
  )
}

function OrderList() {
  const list = useInfiniteQuery(orderQueries.list({ mine: true }))
  const [shown, setShown] = useState<Order | null>(null)
  const [open, setOpen] = useState(false)

  const show = (order: Order) => {
    setShown(order)
    setOpen(true)
  }
  const orders = rowsOf(list.data)
  if (list.data === undefined) {
    return (
      <Loaded
        query={list}
        message="Failed To Fetch Orders. Please Try Again"
        skeleton={
          <div className="flex flex-col gap-3 rounded-card border border-line bg-white p-5">
            {PLACEHOLDER_ROWS.map((row) => (
              <Skeleton key={row} className="h-10" />
            ))}
          </div>
        }
      />
    )
  }
  return (
    <>
      <DataTable
        caption="Your orders, newest first"
        columns={columns(show)}
        rows={orders}
        rowKey={(order) => order.orderId}
        empty={<NoOrders />}
        onRowClick={show}
        maxHeightClass="md:max-h-[40rem]"
      />
      {orders.length > 0 && (
        <LoadMore
          hasMore={list.hasNextPage}
          pending={list.isFetchingNextPage}
          onLoad={() => void list.fetchNextPage()}
          shown={orders.length}
          total={totalOf(list.data)}
          noun="orders"
        />
      )}
      <LazyMount when={open}>
        {shown !== null && <OrderDialog order={shown} open={open} onOpenChange={setOpen} />}
      </LazyMount>
    </>
  )
}

export function OrdersPage() {
  return (
    <RequireSession message="Please Login To View Your Orders">
      <Page title="Orders" intro="Everything you have ordered, newest first.">
        <PageMeta title={TITLE} />
        <OrderList />
      </Page>
    </RequireSession>
  )
}

import '@/ui/print-sheet.css'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '@/api/problem'
import { shopQueries } from '@/api/shop-queries'
import type { Order, OrderStatus, ShopInfo } from '@/api/types'
import { isPickup } from '@/features/orders/delivery-facts'
import { orderQueries } from '@/features/orders/queries'
import { formatDate } from '@/lib/date'
import { statusLabel } from '@/ui/admin/order-status'
import { useBackLink } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { ErrorNotice } from '@/ui/error-notice'
import { PageMeta } from '@/ui/page-meta'
import { Spinner } from '@/ui/spinner'
import { MOST_SLIPS } from './print-paths'

function Toolbar({ orderIds, ready }: { orderIds: readonly string[]; ready: boolean }) {
  const several = orderIds.length > 1
  const { fromHere, link } = useBackLink(
    several ? '/admin/orders' : `/admin/orders?view=${encodeURIComponent(orderIds.join())}`,
  )
  return (
    <div className="print-hidden mx-auto flex max-w-[210mm] flex-wrap items-center justify-between gap-3 py-5">
      <ButtonLink {...link} variant="quiet" size="sm">
        <ArrowLeft aria-hidden size={18} />
        {fromHere ? 'Back' : several ? 'Back to the orders' : 'Back to the order'}
      </ButtonLink>
      <Button size="sm" disabled={!ready} onClick={() => window.print()}>
        <Printer aria-hidden size={18} />
        Print
      </Button>
    </div>
  )
}

function Letterhead({ shop }: { shop: ShopInfo }) {
  return (
    <div className="text-sm sm:text-end print:text-end">
      <p className="font-display text-2xl">{shop.name}</p>
      {shop.address !== '' && <p className="whitespace-pre-line">{shop.address}</p>}
      {shop.phone !== '' && <p>{shop.phone}</p>}
      <p className="break-words">{shop.email}</p>
    </div>
  )
}

function Heading({ title, order, shop }: { title: string; order: Order; shop: ShopInfo }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-6">
      <div>
        <h1 className="font-display text-heading">{title}</h1>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 text-sm">
          <dt>Order ID</dt>
          <dd className="font-semibold">{order.orderId}</dd>
          <dt>Order Date</dt>
          <dd>{formatDate(order.date)}</dd>
          <dt>Status</dt>
          <dd>{statusLabel(order.status)}</dd>
        </dl>
      </div>
      <Letterhead shop={shop} />
    </header>
  )
}

/** The recipient. */
export function Recipient({ order, children }: { order: Order; children?: ReactNode }) {
  return (
    <section className="together mt-8">
      <h2 className="text-sm font-semibold">
        {order.status === 'cancelled' || isPickup(order) ? 'Customer' : 'Deliver to'}
      </h2>
      <p className="font-semibold">{order.name}</p>
      <p className="whitespace-pre-line">{order.address}</p>
      <p>{order.phone}</p>
      {children}
    </section>
  )
}

type Loaded = { order: Order; shop: ShopInfo }

/** One sheet, or why there is none. */
function Sheet({
  orderId,
  title,
  order,
  shop,
  children,
}: {
  orderId: string
  title: string
  order: UseQueryResult<Order | null>
  shop: UseQueryResult<ShopInfo>
  children: (loaded: Loaded) => ReactNode
}) {
  const error = order.error ?? shop.error
  if (order.data === null) {
    return (
      <div className="print-hidden mx-auto max-w-[210mm]">
        <h1 className="font-display text-heading">{title}</h1>
        <p className="mt-3">There is no order with this number.</p>
        <p className="font-semibold">{orderId}</p>
      </div>
    )
  }
  if (order.data !== undefined && shop.data !== undefined) {
    return children({ order: order.data, shop: shop.data })
  }
  if (error) {
    return (
      <div className="print-hidden mx-auto max-w-[210mm]">
        <ErrorNotice
          message={messageOf(error)}
          onRetry={() => {
            void order.refetch()
            void shop.refetch()
          }}
        />
      </div>
    )
  }
  return (
    <div className="print-hidden flex justify-center py-24 text-lotus">
      <Spinner label="Loading..." className="size-8" />
    </div>
  )
}

/** The numbers in the URL, separated by commas. */
function useOrderIds(): string[] {
  const { orderId = '' } = useParams()
  return [...new Set(orderId.split(',').filter((id) => id !== ''))].slice(0, MOST_SLIPS)
}

type PrintSheetProps = {
  title: string
  /** Whether the sheet can be printed for this status; otherwise `children` shows the reason on screen. */
  printable?: (status: OrderStatus) => boolean
  children: (order: Order) => ReactNode
}

/**
 * Printable sheets about the orders in the URL, each on a page of its own: the shop, the order and `children`. Print waits for all
 * of them, so that no parcel goes without its sheet unnoticed.
 */
export function PrintSheet({ title, printable = () => true, children }: PrintSheetProps) {
  const ids = useOrderIds()
  const orders = useQueries({ queries: ids.map((id) => orderQueries.detail(id)) })
  const shop = useQuery(shopQueries.info())
  const known = orders.every(({ data }) => data !== undefined)
  const some = orders.some(({ data }) => data != null && printable(data.status))
  return (
    <main
      id="main"
      tabIndex={-1}
      className="min-h-dvh bg-shell px-4 pb-12 print:min-h-0 print:bg-transparent print:p-0"
    >
      <PageMeta title={`${title} ${ids.length > 1 ? `of ${ids.length} orders` : ids.join()}`} />
      <Toolbar orderIds={ids} ready={known && some && shop.data !== undefined} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 print:block">
        {orders.map((order, place) => {
          const id = ids[place] ?? ''
          return (
            <Sheet key={id} orderId={id} title={title} order={order} shop={shop}>
              {(loaded) => (
                <article
                  aria-label={ids.length > 1 ? `${title} of ${id}` : undefined}
                  className={cx('print-sheet', !printable(loaded.order.status) && 'print-hidden')}
                >
                  <Heading title={title} {...loaded} />
                  {children(loaded.order)}
                </article>
              )}
            </Sheet>
          )
        })}
      </div>
    </main>
  )
}

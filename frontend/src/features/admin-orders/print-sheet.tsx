import './print-sheet.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '@/api/problem'
import { shopQueries } from '@/api/shop-queries'
import type { Order, OrderStatus, ShopInfo } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { formatDate } from '@/lib/date'
import { statusLabel } from '@/ui/admin/order-status'
import { useBackLink } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { PageMeta } from '@/ui/page-meta'
import { Spinner } from '@/ui/spinner'

function Toolbar({ orderId, ready }: { orderId: string; ready: boolean }) {
  const { fromHere, link } = useBackLink(`/admin/orders?view=${encodeURIComponent(orderId)}`)
  return (
    <div className="print-hidden mx-auto flex max-w-[210mm] flex-wrap items-center justify-between gap-3 py-5">
      <ButtonLink {...link} variant="quiet" size="sm">
        <ArrowLeft aria-hidden size={18} />
        {fromHere ? 'Back' : 'Back to the order'}
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
      <p className="whitespace-pre-line">{shop.address}</p>
      <p>{shop.phone}</p>
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
      <h2 className="text-sm font-semibold">{order.status === 'cancelled' ? 'Customer' : 'Deliver to'}</h2>
      <p className="font-semibold">{order.name}</p>
      <p className="whitespace-pre-line">{order.address}</p>
      <p>{order.phone}</p>
      {children}
    </section>
  )
}

function Body({ query, children }: { query: { error: unknown; retry: () => void }; children: ReactNode }) {
  if (children) return <article className="print-sheet">{children}</article>
  if (query.error) {
    return (
      <div className="mx-auto max-w-[210mm]">
        <ErrorNotice message={messageOf(query.error)} onRetry={query.retry} />
      </div>
    )
  }
  return (
    <div className="flex justify-center py-24 text-lotus">
      <Spinner label="Loading..." className="size-8" />
    </div>
  )
}

export type PrintSheetProps = {
  /** The sheet's title for the order's status. */
  title: (status: OrderStatus) => string
  /** Whether the sheet can be printed for this status; otherwise `children` shows the reason on screen. */
  printable?: (status: OrderStatus) => boolean
  children: (order: Order) => ReactNode
}

/** A printable sheet about the order in the URL: the shop, the order and `children`. */
export function PrintSheet({ title: titleOf, printable = () => true, children }: PrintSheetProps) {
  const { orderId = '' } = useParams()
  const order = useQuery(orderQueries.detail(orderId))
  const shop = useQuery(shopQueries.info())
  const title = titleOf(order.data?.status ?? 'processing')
  const ready = order.data != null && shop.data !== undefined && printable(order.data.status)
  const retry = () => {
    void order.refetch()
    void shop.refetch()
  }
  return (
    <main
      id="main"
      tabIndex={-1}
      className="min-h-dvh bg-shell px-4 pb-12 print:min-h-0 print:bg-transparent print:p-0"
    >
      <PageMeta title={`${title} ${orderId}`} />
      <Toolbar orderId={orderId} ready={ready} />
      {order.data === null ? (
        <div className="mx-auto max-w-[210mm]">
          <h1 className="font-display text-heading">{title}</h1>
          <p className="mt-3">There is no order with this number.</p>
        </div>
      ) : (
        <Body query={{ error: order.error ?? shop.error, retry }}>
          {order.data != null && shop.data !== undefined && (
            <>
              <Heading title={title} order={order.data} shop={shop.data} />
              {children(order.data)}
            </>
          )}
        </Body>
      )}
    </main>
  )
}

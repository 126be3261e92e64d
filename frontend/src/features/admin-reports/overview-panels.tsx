import { useQuery } from '@tanstack/react-query'
import { Banknote, type LucideIcon, ReceiptText, TrendingDown, TrendingUp, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import type { BestSeller, Order, RevenueStats, UserActivity } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { formatInteger, pluralize } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { StatusBadge } from '@/ui/admin/order-status'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { ColumnHeads } from '@/ui/column-heads'
import { EmptyState } from '@/ui/empty-state'
import { ProductImage } from '@/ui/image'
import { Money } from '@/ui/price'
import { type Column, DataTable } from '@/ui/table'
import { Answer, DashboardPanel, PanelGroup, ScrollList } from './panel'
import { dashboardQueries, type Period } from './queries'

const COLUMNS: readonly Column<Order>[] = [
  {
    key: 'id',
    header: 'Order ID',
    cell: (order) => (
      <Link
        to={`/admin/orders?view=${encodeURIComponent(order.orderId)}`}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-lotus underline underline-offset-2 hover:text-lotus-deep"
      >
        {order.orderId}
      </Link>
    ),
  },
  { key: 'customer', header: 'Customer', cell: (order) => order.name },
  {
    key: 'status',
    header: 'Status',
    cell: (order) => <StatusBadge status={order.status} />,
  },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    cell: (order) => <Money amount={order.total} className="font-semibold" />,
  },
]

/** The five newest orders. */
export function RecentOrders({ orders }: { orders: readonly Order[] }) {
  return (
    <section aria-labelledby="recent-orders">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-orders" className="font-display text-2xl">
          Recent Orders
        </h2>
        <ButtonLink to="/admin/orders" variant="secondary" size="sm">
          View All Orders
        </ButtonLink>
      </div>
      <DataTable
        caption="Recent orders, newest first"
        columns={COLUMNS}
        rows={orders}
        rowKey={(order) => order.orderId}
        empty={<EmptyState title="No recent orders found." />}
        maxHeightClass="md:max-h-[32rem]"
      />
    </section>
  )
}

const ROW = 'flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5'

function ActiveUsers({ users }: { users: UserActivity['activeUsers'] }) {
  return (
    <ScrollList label="Active users" empty="No active users">
      {users.map(({ email, type }) => (
        <li key={email} className={ROW}>
          <span className="min-w-0 break-all">{email}</span>
          <Badge tone={type === 'admin' ? 'blush' : 'trust'}>{type === 'admin' ? 'Admin' : 'Customer'}</Badge>
        </li>
      ))}
    </ScrollList>
  )
}

function RecentLogins({ logins }: { logins: UserActivity['recentLogins'] }) {
  return (
    <ScrollList label="Recent logins" empty="No recent logins">
      {logins.map(({ email, lastLogin }) => (
        <li key={`${email} ${lastLogin}`} className={ROW}>
          <span className="min-w-0 break-all">{email}</span>
          <span className="text-sm text-cocoa tabular-nums">{formatDateTime(lastLogin)}</span>
        </li>
      ))}
    </ScrollList>
  )
}

/** Active users and the last logins. */
export function ActivityPanels() {
  const query = useQuery(dashboardQueries.activity())
  return (
    <PanelGroup title="User Activity">
      <div className="grid gap-4 lg:grid-cols-2">
        <DashboardPanel title="Active Users">
          <Answer query={query} what="the active users">
            {({ activeUsers }) => <ActiveUsers users={activeUsers} />}
          </Answer>
        </DashboardPanel>
        <DashboardPanel title="Recent Logins">
          <Answer query={query} what="the recent logins">
            {({ recentLogins }) => <RecentLogins logins={recentLogins} />}
          </Answer>
        </DashboardPanel>
      </div>
    </PanelGroup>
  )
}

function Row({ product }: { product: BestSeller }) {
  return (
    <tr>
      <th scope="row" className="py-1.5 text-start font-medium">
        <Link
          to={`/admin/products/updateProducts?product=${encodeURIComponent(product.productId)}`}
          state={FROM_HERE}
          className="flex min-h-11 items-center gap-3 hover:text-lotus"
        >
          <span className="w-9 flex-none overflow-hidden rounded-tag">
            <ProductImage src={product.image} alt="" sizes="36px" />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span className="underline decoration-line underline-offset-2">{product.name}</span>
            <span className="block text-sm font-normal text-cocoa">{product.productId}</span>
          </span>
        </Link>
      </th>
      <td className="py-1.5 ps-3 text-end align-middle max-sm:hidden">{formatInteger(product.units)}</td>
      <td className="py-1.5 ps-3 text-end align-middle whitespace-nowrap">
        <Money amount={product.revenue} className="font-semibold" />
        <span className="block text-sm text-cocoa sm:hidden">
          {pluralize(product.units, 'unit', 'units')}
        </span>
      </td>
    </tr>
  )
}

/** The products with the most sold units in the period. */
export function BestSellers({ products, period }: { products: readonly BestSeller[]; period: Period }) {
  return (
    <DashboardPanel title="Best Sellers" level="h2">
      {products.length === 0 ? (
        <EmptyState title={`Nothing was sold in the last ${period} days.`} />
      ) : (
        <table className="w-full text-start tabular-nums">
          <caption className="sr-only">Best sellers of the last {period} days</caption>
          <ColumnHeads
            className="text-sm text-cocoa"
            cellClass="pb-2 font-medium"
            heads={[
              'Product',
              { label: 'Units', end: true, className: 'max-sm:hidden' },
              { label: 'Revenue', end: true },
            ]}
          />
          <tbody className="divide-y divide-line border-t border-line">
            {products.map((product) => (
              <Row key={product.productId} product={product} />
            ))}
          </tbody>
        </table>
      )}
    </DashboardPanel>
  )
}

type Card = { title: string; value: string; note: string; icon: LucideIcon }

const cardsOf = (stats: RevenueStats): Card[] => [
  { title: 'Total Revenue', value: formatMoney(stats.totalRevenue), note: 'Today', icon: Banknote },
  {
    title: 'Weekly Growth',
    value: `${stats.weeklyGrowth.toFixed(2)}%`,
    note: 'Compared to last week',
    icon: stats.weeklyGrowth < 0 ? TrendingDown : TrendingUp,
  },
  {
    title: 'Transactions',
    value: formatInteger(stats.transactionsToday),
    note: 'Processed today',
    icon: ReceiptText,
  },
  {
    title: 'Pending Refunds',
    value: formatInteger(stats.pendingRefunds),
    note: 'Awaiting processing',
    icon: Undo2,
  },
]

function StatCard({ title, value, note, icon: Icon }: Card) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-white p-3.5 sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-cocoa max-sm:text-sm">{title}</h3>
        <span className="inline-flex size-10 flex-none items-center justify-center rounded-full bg-blush text-lotus-deep max-sm:hidden">
          <Icon aria-hidden size={20} strokeWidth={1.75} />
        </span>
      </div>
      <p className="mt-1 text-base font-semibold tabular-nums sm:text-2xl">{value}</p>
      <p className="mt-1 text-sm text-cocoa">{note}</p>
    </div>
  )
}

/** The revenue figures. */
export function RevenueCards({ revenue }: { revenue: RevenueStats }) {
  return (
    <PanelGroup title="Revenue & Financial Overview">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {cardsOf(revenue).map((card) => (
          <StatCard key={card.title} {...card} />
        ))}
      </div>
    </PanelGroup>
  )
}

import { Link } from 'react-router'
import type { Order } from '@/api/types'
import { StatusBadge } from '@/ui/admin/order-status'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Money } from '@/ui/price'
import { type Column, DataTable } from '@/ui/table'

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

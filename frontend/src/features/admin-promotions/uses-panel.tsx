import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { Promotion, PromotionUse } from '@/api/types'
import { OrderLink } from '@/features/admin-payments/order-link'
import { pluralize } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { timeColumn } from '@/ui/admin/columns'
import { PagedTable } from '@/ui/admin/paged-table'
import { EmptyState } from '@/ui/empty-state'
import { Money } from '@/ui/price'
import type { Column } from '@/ui/table'
import { promotionQueries } from './queries'

const COLUMNS: readonly Column<PromotionUse>[] = [
  { key: 'order', header: 'Order', cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer },
  timeColumn('used', 'Date', ({ usedAt }) => usedAt),
  {
    key: 'amount',
    header: 'Taken off',
    align: 'end',
    cell: ({ amount, releasedAt }) =>
      releasedAt === null ? (
        <Money amount={amount} />
      ) : (
        <>
          <s className="text-cocoa">{formatMoney(amount)}</s>
          <span className="block text-sm text-cocoa">cancelled, given back</span>
        </>
      ),
  },
]

/** The orders that used a promotion, and what they cost the shop. */
export function UsesPanel({ promotion: { promotionId, uses, cost } }: { promotion: Promotion }) {
  const query = useInfiniteQuery(promotionQueries.uses(promotionId))
  return (
    <section aria-labelledby="uses">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="uses" className="font-display text-xl">
          Orders with this promotion
        </h2>
        <p>
          {pluralize(uses, 'order', 'orders')}, <strong className="font-semibold">{formatMoney(cost)}</strong>{' '}
          taken off in all
        </p>
      </div>
      <PagedTable
        query={query}
        noun="orders"
        failure="Failed To Fetch The Orders"
        caption="Orders with this promotion, newest first"
        columns={COLUMNS}
        rowKey={({ orderId }) => orderId}
        empty={
          <EmptyState icon={ReceiptText} title="No orders yet">
            Each order that this promotion made cheaper is listed here.
          </EmptyState>
        }
      />
    </section>
  )
}

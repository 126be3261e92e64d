// The numbers of the dashboard, put together from the lists that there are: counts from `X-Total-Count` of lists with
// one row, kinds and stock levels from the rows. One call that gives them all would replace this file alone.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrapPage } from '@/api/client'
import type { AdminUser, OrderStatus, Product } from '@/api/types'
import { STATUSES, statusLabel } from '@/app/admin/order-status'
import { userQueries } from '@/features/admin-customers/queries'
import { productQueries } from '@/features/catalog/queries'
import { orderQueries } from '@/features/orders/queries'
import { isLow, isOut } from '@/lib/stock'
import { stockAlerts } from './stock-alerts'

/** How many there are of one kind; `atLeast` when the server stopped counting. */
export type Count = { label: string; count: number; atLeast: boolean }
export type Counts = readonly Count[]

/** '48' → 48, '10000+' → 10000 at least. */
export function countOf(label: string, total: string | null): Count {
  return { label, count: Number.parseInt(total ?? '0', 10) || 0, atLeast: total?.endsWith('+') ?? false }
}

async function countOrders(status: OrderStatus, signal: AbortSignal): Promise<Count> {
  const query = { status, limit: 1 }
  return countOf(
    statusLabel(status),
    (await unwrapPage(api.GET('/api/orders', { params: { query }, signal }))).total,
  )
}

/** Rows that fit none of the tests before are of the last kind. */
function tally<Row>(
  rows: readonly Row[],
  complete: boolean,
  kinds: readonly [string, (row: Row) => boolean][],
) {
  const counts = kinds.map(([label]) => ({ label, count: 0, atLeast: !complete }))
  for (const row of rows) {
    const kind = counts[kinds.findIndex(([, fits]) => fits(row))]
    if (kind) kind.count++
  }
  return counts
}

const customerKinds: readonly [string, (user: AdminUser) => boolean][] = [
  ['Administrators', (user) => user.type === 'admin'],
  ['Blocked customers', (user) => user.isBlocked],
  ['Active customers', () => true],
]

const stockKinds: readonly [string, (product: Product) => boolean][] = [
  ['Out of stock', (product) => isOut(product)],
  ['Low stock', (product) => isLow(product)],
  ['In stock', () => true],
]

export const overviewQueries = {
  ordersByStatus: () =>
    queryOptions({
      queryKey: ['orders', 'by-status'],
      queryFn: ({ signal }): Promise<Counts> =>
        Promise.all(STATUSES.map((status) => countOrders(status, signal))),
    }),
  customersByKind: () =>
    queryOptions({
      ...userQueries.all(),
      select: ({ rows, complete }): Counts => tally(rows, complete, customerKinds).reverse(),
    }),
  productsByStock: () =>
    queryOptions({
      ...productQueries.all(),
      select: ({ rows, complete }): Counts => tally(rows, complete, stockKinds).reverse(),
    }),
  stockAlerts: () => queryOptions({ ...productQueries.all(), select: ({ rows }) => stockAlerts(rows) }),
  /** Looked at again every minute. */
  activity: () => queryOptions({ ...userQueries.activity(), refetchInterval: 60_000 }),
  revenue: () => orderQueries.revenue(),
  recentOrders: () => orderQueries.recent(5),
}

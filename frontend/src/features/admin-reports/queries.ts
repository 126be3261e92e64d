// What the dashboard shows: one call for the shop's figures, one for who is here.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { OrderStatus, Overview } from '@/api/types'
import { userQueries } from '@/features/admin-customers/queries'
import { STATUSES, statusLabel } from '@/ui/admin/order-status'
import type { SliceColour } from './slice-colour'

/** How many calendar days the revenue line and the best sellers are about. */
export const PERIODS = ['7', '30', '90'] as const
export type Period = (typeof PERIODS)[number]

/** How many there are of one kind; `colour` is the token (`--color-…`) of what has a colour everywhere. */
export type Count = { label: string; count: number; colour?: SliceColour }
export type Counts = readonly Count[]

/** As the badges of the statuses have them. */
const STATUS_COLOURS = {
  processing: 'warning',
  shipped: 'info',
  completed: 'success',
  cancelled: 'error',
} as const satisfies Record<OrderStatus, SliceColour>

export const ordersByStatus = ({ orders }: Overview): Counts =>
  STATUSES.map((status) => ({
    label: statusLabel(status),
    count: orders[status],
    colour: STATUS_COLOURS[status],
  }))

export const customersByKind = ({ customers }: Overview): Counts => [
  { label: 'Active customers', count: customers.active },
  { label: 'Blocked customers', count: customers.blocked },
  { label: 'Administrators', count: customers.administrators },
]

export const productsByStock = ({ products }: Overview): Counts => [
  { label: 'In stock', count: products.inStock },
  { label: 'Low stock', count: products.lowStock },
  { label: 'Out of stock', count: products.outOfStock },
]

const EVERY_MINUTE = 60_000

export const dashboardQueries = {
  /** The shop's figures, every minute; those of the period before stay while another one loads. */
  overview: (period: Period) =>
    queryOptions({
      queryKey: ['overview', period],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/admin/overview', { params: { query: { days: Number(period) } }, signal })),
      staleTime: 0,
      refetchInterval: EVERY_MINUTE,
      placeholderData: keepPreviousData,
    }),
  /** Who is here, every minute. */
  activity: () => queryOptions({ ...userQueries.activity(), refetchInterval: EVERY_MINUTE }),
}

// Queries of the dashboard: the shop's figures, and the active users.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { OrderStatus, Overview } from '@/api/types'
import { userQueries } from '@/features/admin-customers/queries'
import { STATUSES, statusLabel } from '@/ui/admin/order-status'
import type { SliceColour } from './slices'

/** Calendar days of the revenue line and the best sellers. */
export const PERIODS = ['7', '30', '90'] as const
export type Period = (typeof PERIODS)[number]

/** The count of one kind; `colour` is the design token (`--color-…`) of a kind with a fixed colour. */
export type Count = { label: string; count: number; colour?: SliceColour }
export type Counts = readonly Count[]

/** The colours of the status badges. */
const STATUS_COLOURS = {
  processing: 'warning',
  shipped: 'info',
  completed: 'success',
  cancelled: 'error',
} as const satisfies Record<OrderStatus, SliceColour>

export const ordersByStatus = (orders: NonNullable<Overview['orders']>): Counts =>
  STATUSES.map((status) => ({
    label: statusLabel(status),
    count: orders[status],
    colour: STATUS_COLOURS[status],
  }))

export const customersByKind = (customers: NonNullable<Overview['customers']>): Counts => [
  { label: 'Active customers', count: customers.active },
  { label: 'Blocked customers', count: customers.blocked },
  { label: 'Administrators', count: customers.administrators },
]

export const productsByStock = (products: NonNullable<Overview['products']>): Counts => [
  { label: 'In stock', count: products.inStock },
  { label: 'Low stock', count: products.lowStock },
  { label: 'Out of stock', count: products.outOfStock },
]

const EVERY_MINUTE = 60_000

export const dashboardQueries = {
  /** The shop's figures, refetched every minute. The former period's figures stay while another loads. */
  overview: (period: Period) =>
    queryOptions({
      queryKey: ['overview', period],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/admin/overview', { params: { query: { days: Number(period) } }, signal })),
      staleTime: 0,
      refetchInterval: EVERY_MINUTE,
      placeholderData: keepPreviousData,
    }),
  /** The active users, refetched every minute. */
  activity: () => queryOptions({ ...userQueries.activity(), refetchInterval: EVERY_MINUTE }),
}

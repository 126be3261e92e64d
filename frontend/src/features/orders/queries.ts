import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import '@/api/server-clock'
import { api, unwrap, unwrapOrNull } from '@/api/client'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import type { OrderCountsQuery, OrderListQuery } from '@/api/types'

/** The filters; with `mine` the caller's own orders only, also for an admin. */
export type OrderListParams = Omit<OrderListQuery, 'limit' | 'after' | 'customer'>

const getPage = (query: OrderListQuery, signal: AbortSignal) =>
  api.GET('/api/orders', { params: { query }, signal })

export const orderQueries = {
  /** A customer's own orders, or all orders for an admin without `mine`; newest first. */
  list: (params: OrderListParams = {}) => ({
    ...pagedQuery(['orders', 'list', params], (after, signal) =>
      getPage({ limit: PAGE_SIZE, ...params, ...after }, signal),
    ),
    placeholderData: keepPreviousData,
  }),
  /** For admins: the orders of one e-mail address; newest first. */
  ofCustomer: (customer: string) =>
    pagedQuery(['orders', 'of', customer], (after, signal) =>
      getPage({ limit: PAGE_SIZE, customer, ...after }, signal),
    ),
  /** For admins: the number and sum of the orders of one e-mail address. */
  purchases: (email: string) =>
    queryOptions({
      queryKey: ['orders', 'purchases', email],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/admin/customers/{email}/purchases', { params: { path: { email } }, signal })),
    }),
  /** The history of an order, oldest first; a customer sees of their own orders what concerns them. */
  history: (orderId: string) =>
    queryOptions({
      queryKey: ['orders', 'history', orderId],
      queryFn: ({ signal }) =>
        unwrap(api.GET('/api/orders/{orderId}/events', { params: { path: { orderId } }, signal })),
    }),
  /** One order; null when it does not exist or belongs to another account. */
  detail: (orderId: string) =>
    queryOptions({
      queryKey: ['orders', 'detail', orderId],
      queryFn: ({ signal }) =>
        unwrapOrNull(api.GET('/api/orders/{orderId}', { params: { path: { orderId } }, signal })),
    }),
}

/** For staff: the number of orders of each list, with the other filters. */
export const orderCountsQuery = (query: OrderCountsQuery) =>
  queryOptions({
    queryKey: ['orders', 'counts', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/orders/counts', { params: { query }, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

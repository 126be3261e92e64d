import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import '@/api/server-clock'
import { api, type Page, unwrap, unwrapOrNull, unwrapPage } from '@/api/client'
import { afterParam, FIRST_PAGE, nextPageParam } from '@/api/paging'
import type { Order, OrderListQuery } from '@/api/types'

/** The filters; with `mine` the caller's own orders only, also for an admin. */
export type OrderListParams = Omit<OrderListQuery, 'limit' | 'after' | 'customer'>

const PAGE_SIZE = 24

function readPage(query: OrderListQuery, signal: AbortSignal): Promise<Page<Order>> {
  return unwrapPage(api.GET('/api/orders', { params: { query }, signal }))
}

export const orderQueries = {
  /** A customer's own orders, or all orders for an admin without `mine`; newest first. */
  list: (asked: OrderListParams = {}) =>
    infiniteQueryOptions({
      queryKey: ['orders', 'list', asked],
      queryFn: ({ pageParam, signal }) =>
        readPage({ limit: PAGE_SIZE, ...asked, ...afterParam(pageParam) }, signal),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextPageParam,
      placeholderData: keepPreviousData,
    }),
  /** For admins: the orders of one e-mail address; newest first. */
  ofCustomer: (customer: string) =>
    infiniteQueryOptions({
      queryKey: ['orders', 'of', customer],
      queryFn: ({ pageParam, signal }) =>
        readPage({ limit: PAGE_SIZE, customer, ...afterParam(pageParam) }, signal),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: nextPageParam,
    }),
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

import type { OrderStatus } from '@/api/types'

/** The path of an order's invoice. */
export const invoicePath = (orderId: string): string => `/admin/orders/invoice/${encodeURIComponent(orderId)}`

/** The path of an order's packing slip. */
export const packingSlipPath = (orderId: string): string =>
  `/admin/orders/packing-slip/${encodeURIComponent(orderId)}`

/** The most orders whose packing slips are printed at once. */
export const MOST_SLIPS = 50

/** The path of the packing slips of several orders. */
export const packingSlipsPath = (orderIds: readonly string[]): string =>
  `/admin/orders/packing-slip/${orderIds.slice(0, MOST_SLIPS).map(encodeURIComponent).join(',')}`

/** The title of an order's invoice; a cancelled order has only a record. */
export const invoiceTitle = (status: OrderStatus): string =>
  status === 'cancelled' ? 'Cancelled order' : 'Invoice'

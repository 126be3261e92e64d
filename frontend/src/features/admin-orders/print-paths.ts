import type { OrderStatus } from '@/api/types'

/** Where an order's invoice is, ready to be printed. */
export const invoicePath = (orderId: string): string => `/admin/orders/invoice/${encodeURIComponent(orderId)}`

/** Where an order's packing slip is. */
export const packingSlipPath = (orderId: string): string =>
  `/admin/orders/packing-slip/${encodeURIComponent(orderId)}`

/** What an order's invoice is called: of a cancelled one there is none, only a record of it. */
export const invoiceTitle = (status: OrderStatus): string =>
  status === 'cancelled' ? 'Cancelled order' : 'Invoice'

/** Where an order's invoice is, ready to be printed. */
export const invoicePath = (orderId: string): string => `/admin/orders/invoice/${encodeURIComponent(orderId)}`

/** Where an order's packing slip is. */
export const packingSlipPath = (orderId: string): string =>
  `/admin/orders/packing-slip/${encodeURIComponent(orderId)}`

/** The path of an order's invoices; with a number that of one document. */
export const invoicePath = (orderId: string, number?: string): string =>
  `/admin/orders/invoice/${encodeURIComponent(orderId)}${number === undefined ? '' : `?number=${number}`}`

/** The path of an order's packing slip. */
export const packingSlipPath = (orderId: string): string =>
  `/admin/orders/packing-slip/${encodeURIComponent(orderId)}`

/** The most orders whose packing slips are printed at once. */
export const MOST_SLIPS = 50

/** The path of the packing slips of several orders. */
export const packingSlipsPath = (orderIds: readonly string[]): string =>
  `/admin/orders/packing-slip/${orderIds.slice(0, MOST_SLIPS).map(encodeURIComponent).join(',')}`

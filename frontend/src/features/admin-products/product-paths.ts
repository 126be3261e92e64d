// Paths of the pages about one product.

export const updatePath = (productId: string): string =>
  `/admin/products/updateProducts?product=${encodeURIComponent(productId)}`

export const historyPath = (productId: string): string =>
  `/admin/products/stock?productId=${encodeURIComponent(productId)}`

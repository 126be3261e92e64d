/** Address of a product's page. */
export const productPath = (productId: string): string =>
  `/products/productinfo/${encodeURIComponent(productId)}`

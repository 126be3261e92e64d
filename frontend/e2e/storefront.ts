// Helpers of the storefront's tests.
import type { Locator, Page } from '@playwright/test'
import { call, ownerToken, removeProduct, SERUM, unique } from './shop-api'

export const SERUM_PAGE = `/products/productinfo/${SERUM.productId}`

/** Creates a product with these fields, runs the test, and removes the product. */
export async function withProduct(
  fields: Record<string, unknown>,
  run: (productId: string) => Promise<void>,
) {
  const productId = `TST-${unique()}`
  await call(
    'POST',
    '/products',
    { productId, productName: `Trial ${productId}`, price: 1200, stock: 0, ...fields },
    await ownerToken(),
  )
  try {
    await run(productId)
  } finally {
    await removeProduct(productId)
  }
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

export const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

export const notices = (page: Page) => page.getByLabel('Notices')

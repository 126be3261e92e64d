// A shop in an empty data folder, with a database and a port of its own, for one test.
import { startNewShop } from '../scripts/new-shop.mjs'
import { test } from './shop-test'

/** `link` is the printed one, with which the owner sets the shop up. */
export type NewShop = { url: string; link: string }

/** A test with a shop that waits for its set-up. */
export const onNewShop = test.extend<{ shop: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs
  shop: async ({}, use) => {
    const { stop, ...shop } = await startNewShop()
    await use(shop)
    await stop()
  },
  baseURL: ({ shop }, use) => use(shop.url),
})

// @vitest-environment node
// The markup of the public pages of a shop that has published no content. It changes only on purpose:
// `npx vitest run src/page-markup.test.tsx --update`.
import { expect, it, vi } from 'vitest'
import type { Seed } from './api/seed'
import { render } from './entry-server'
import { makeProduct, makeReview } from './test/catalogue'
import { CONTENT } from './test/content'
import { SHOP } from './test/server'

// As the server's build has them: rendered at once, not fetched later.
vi.mock('./app/shop/footer.client', () => import('./app/shop/footer.server'))
vi.mock('./features/home/below-fold.client', () => import('./features/home/below-fold.server'))

const DEALS = [1, 2, 3].map((number) => makeProduct(number, { lastPrice: 900 * number }))
const LIST = { items: DEALS, next: null, total: '3' }

const COMMON: Seed[] = [
  { key: ['shop'], data: SHOP },
  { key: ['site'], data: { origin: 'https://shop.example', utcOffsets: [[0, 330]] } },
  { key: ['content'], data: CONTENT },
]

const PAGES: [name: string, url: string, seed: Seed[]][] = [
  [
    'home',
    '/',
    [
      { key: ['products', 'some', { discounted: true, limit: 8 }], data: DEALS },
      { key: ['reviews', 'latest', 5], data: [1, 2, 3, 4, 5].map((number) => makeReview(number)) },
    ],
  ],
  ['products', '/products', [{ key: ['products', 'list', {}], data: { pages: [LIST], pageParams: [null] } }]],
  ['product', '/products/productinfo/ARA-001', [{ key: ['products', 'detail', 'ARA-001'], data: DEALS[0] }]],
  ['contact', '/contact', []],
  ['not-found', '/no/such/page', []],
]

/** The ids that React makes up, numbered in their order: they also depend on components without markup. */
function numberIds(markup: string): string {
  const ids = [...new Set(markup.match(/_R_\w*_/g))]
  return markup.replace(/_R_\w*_/g, (id) => `id-${ids.indexOf(id) + 1}`)
}

/** One tag a line, so that a difference can be read. React's marks of texts and boundaries, which browsers do not show, are left out. */
const lines = (markup: string): string =>
  `${numberIds(markup)
    .replace(/<!--(?: |\/?\$)-->/g, '')
    .replace(/(?<!^)</g, '\n<')}\n`

it.each(PAGES)('%s is as it was', async (name, url, seed) => {
  const page = JSON.parse(await render(JSON.stringify({ url, seed: [...COMMON, ...seed] }))) as {
    head: string
    html: string
  }
  expect(page.html).not.toMatch(/\sstyle=|<style|<script/)
  await expect(lines(page.head + page.html)).toMatchFileSnapshot(`test/markup/${name}.txt`)
})

// The server's pages equal those of React in Node, and the browser hydrates them without a change.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { call, ownerToken, removeProduct, unique } from './shop-api'

const FRONTEND = path.join(import.meta.dirname, '..')
const DEVELOPMENT = path.join(FRONTEND, 'dist-ssr/development')
const TAGS =
  /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>|<meta name="page-modules"[^>]*>/g

// Missing products share one page.
const MISSING = '/products/productinfo/NO-SUCH-THING'
const PAGES = [
  '/',
  '/products',
  '/products?q=oil&sort=price&utm_source=elsewhere',
  '/products?category=Skincare&inStock=true&minPrice=10.50&maxPrice=9000',
  '/products?q=%22nothing%20%26%20nobody%22',
  '/products/productinfo/ARA-SER-001',
  '/products/productinfo/ara-lip-002',
  MISSING,
  '/contact',
  '/no/such/page',
  '/cart/nothing',
]

/** Texts that are easily escaped, cut or encoded wrongly. */
const TRICKY = {
  productName: `Tea & "Rose" <b>Balm</b> 'සඳුන්' 🌸`,
  // The page's description would be cut inside an emoji of four code points (seven UTF-16 units).
  description: `Line one\r\nline two\u2028line three </script><!--  ${'👩🏽‍🔬'.repeat(40)} &amp; <i>not italic</i>`,
  altNames: ['<script>alert(1)</script>', "d'Or"],
  category: 'Bath & Body "x"',
  brand: '<Brand>',
  price: 1200.5,
  lastPrice: 999.99,
  stock: 0,
}

type Served = { status: number; head: string; html: string; seed: unknown; ssr?: { errors: unknown } }

/** The parts of a page that the server sends. */
async function served(request: APIRequestContext, url: string): Promise<Served> {
  const response = await request.get(url)
  const text = await response.text()
  const parts =
    /<link rel="apple-touch-icon"[^>]*>\s*([\s\S]*)<\/head>[\s\S]*<div id="root">([\s\S]*)<\/div>\s*<script type="application\/json" id="__data__">([\s\S]*?)<\/script>/.exec(
      text,
    )
  if (parts === null) throw new Error(`${url} is not a page: ${text.slice(0, 500)}`)
  const [, head = '', html = '', data = ''] = parts
  return { status: response.status(), head, html, ...(JSON.parse(data) as Pick<Served, 'seed' | 'ssr'>) }
}

type Rendered = Pick<Served, 'status' | 'head' | 'html' | 'ssr'>

/** The same page from Node's own React. */
function renderedByNode(url: string, seed: unknown): Rendered {
  const script =
    'import { render } from "./dist-ssr/node.js"; process.stdout.write(await render(process.argv[1]))'
  const answer = execFileSync('node', ['--input-type=module', '-e', script, JSON.stringify({ url, seed })], {
    cwd: FRONTEND,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  return JSON.parse(answer) as Rendered
}

/** Fails with the first difference of two texts. */
function expectSame(actual: string, expected: string) {
  let at = 0
  while (at < expected.length && actual[at] === expected[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  expect(around(actual)).toBe(around(expected))
  expect(actual === expected).toBe(true)
}

/** `as` is the URL that the server renders, if it differs. */
async function expectSameAsNode(request: APIRequestContext, url: string, as = url) {
  const page = await served(request, url)
  const node = renderedByNode(as, page.seed)
  expectSame(page.html, node.html)
  expectSame(page.head.slice(0, node.head.length), node.head)
  expect(page.status).toBe(node.status)
  expect(page.ssr).toEqual(node.ssr)
}

/** Replaces the served client by a build with React's development checks. */
async function serveDevelopmentClient(page: Page, change = (html: string) => html) {
  const tags = readFileSync(path.join(DEVELOPMENT, 'index.html'), 'utf8').match(TAGS) ?? []
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = path.join(DEVELOPMENT, pathname)
    if (pathname.startsWith('/assets/') && existsSync(file)) return route.fulfill({ path: file })
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = (await response.text()).replaceAll(TAGS, '').replace('</head>', `${tags.join('')}</head>`)
    return route.fulfill({ response, body: change(html) })
  })
}

/** Collects errors and warnings during hydration, except the browser's own about a 404. */
function listen(page: Page): string[] {
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    const refused = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !refused) messages.push(message.text())
  })
  return messages
}

/** Remembers the server's elements before any script runs. */
async function rememberElements(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const root = document.querySelector('#root')
      Object.assign(window, { served: [...(root?.querySelectorAll('h1, main img, footer a') ?? [])] })
    })
  })
}

const keptElements = (page: Page) =>
  page.evaluate(() => {
    const elements = (window as unknown as { served: Element[] }).served
    return [elements.length, elements.filter((element) => element.isConnected).length]
  })

async function expectTakenUp(page: Page, url: string) {
  const messages = listen(page)
  await page.goto(url)
  await expect(page.locator('html')).toHaveAttribute('data-started', 'hydrated')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  const [before = 0, after = 0] = await keptElements(page)
  expect(before).toBeGreaterThan(3)
  expect(after).toBe(before)
  await expect(page.locator('head > title')).toHaveCount(1)
  expect(messages).toEqual([])
}

test.describe('the same HTML as from Node', () => {
  test.skip(({ isMobile }) => Boolean(isMobile), 'The server knows no screens')
  for (const url of PAGES) {
    const as = url === MISSING ? '/products/productinfo/-' : url
    test(url, ({ request }) => expectSameAsNode(request, url, as))
  }

  test('a product with every special character', async ({ request, page }) => {
    const productId = `TRICKY-${unique()}`
    await call('POST', '/products', { productId, ...TRICKY }, await ownerToken())
    try {
      const url = `/products/productinfo/${productId}`
      await expectSameAsNode(request, url)
      await expectSameAsNode(request, `/products?q=${encodeURIComponent(TRICKY.productName)}`)
      await rememberElements(page)
      await serveDevelopmentClient(page)
      await expectTakenUp(page, url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(TRICKY.productName)
    } finally {
      await removeProduct(productId)
    }
  })
})

test.describe('hydrated without a change', () => {
  for (const url of PAGES) {
    test(`${url}, with React’s development checks`, async ({ page }) => {
      await rememberElements(page)
      await serveDevelopmentClient(page)
      await expectTakenUp(page, url)
    })
  }

  test('a changed word is detected', async ({ page }) => {
    const messages = listen(page)
    await serveDevelopmentClient(page, (html) => html.replace('>Quick Links<', '>Slow Links<'))
    await page.goto('/contact')
    await expect.poll(() => messages.join()).toContain('Hydration failed')
  })

  test('with a cart and a session in the browser', async ({ page }) => {
    const cart = JSON.stringify([{ productId: 'ARA-SER-001', quantity: 3 }])
    await page.addInitScript((value) => localStorage.setItem('cart', value), cart)
    const token = await ownerToken()
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await rememberElements(page)
    await serveDevelopmentClient(page)
    await expectTakenUp(page, '/')
    await expect(page.getByRole('banner')).toContainText('3')
  })

  test('with the production build', async ({ page }) => {
    await rememberElements(page)
    for (const url of PAGES) await expectTakenUp(page, url)
  })
})

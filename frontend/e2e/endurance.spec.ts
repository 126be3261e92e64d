// Narrow screens, reloads, lost connections and ended sessions.
import type { Page } from '@playwright/test'
import { expectNotice } from './messages'
import { call, newCustomer, newOrder, ownerToken, SERUM } from './shop-api'
import { begin, expect, follow, test } from './shop-test'
import { expectSound, open } from './watched-page'

const CART = [{ productId: SERUM.productId, quantity: 2 }]
const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown)

async function expectFits(page: Page, path: string) {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: window.innerWidth,
  }))
  expect(content, path).toBeLessThanOrEqual(screen)
  expect(screen, path).toBe(320)
}

test('nothing overflows at 320 px', async ({ page }) => {
  test.setTimeout(120_000)
  const account = await newCustomer()
  await newOrder(account)
  await begin(page, { token: account.token, cart: CART })
  const shop = [
    '/',
    '/products',
    '/products?q=qqxxzz',
    `/products/productinfo/${SERUM.productId}`,
    '/contact',
  ]
  const doors = ['/login', '/register', '/forgot-password', '/reset-password#token=x', '/no/such/page']
  for (const path of [...shop, ...doors, '/cart', '/orders', '/user']) await expectFits(page, path)
  await open(page, '/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the back-office does not overflow at 320 px', async ({ page }) => {
  test.setTimeout(120_000)
  await begin(page, { token: await ownerToken() })
  const lists = ['/admin', '/admin/products', '/admin/orders', '/admin/customers', '/admin/reviews']
  const forms = ['/admin/products/addProducts', `/admin/products/updateProducts?product=${SERUM.productId}`]
  for (const path of [...lists, ...forms]) await expectFits(page, path)
})

test('a reload keeps the checkout, the order and the profile', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token, cart: CART })
  await open(page, '/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByLabel('Full Name').fill('Amaya Visitor')
  await page.getByLabel('Shipping Address').fill('14 Temple Road, Galle')
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')
  await page.reload()
  await expect(page).toHaveURL(/\/shipping$/)
  await expect(page.getByRole('main')).toContainText(SERUM.productName)
  await expect(page.getByLabel('Shipping Address')).toHaveValue('14 Temple Road, Galle')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/order-success$/)
  const number = /ARA-[0-9A-Z]{4}-[0-9A-Z]{4}/
  const main = page.getByRole('main')
  await expect(main).toContainText(number)
  const [orderId = ''] = number.exec((await main.textContent()) ?? '') ?? []
  await page.reload()
  await expect(main).toContainText(orderId)
  await expect(main).toContainText(SERUM.productName)

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: /Amaya Visitor/ }).click()
  await expect(page.getByRole('region', { name: 'Your details' })).toContainText(account.email)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your details' })).toContainText(account.email)
})

test('a reload keeps the view of the back-office', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, `/admin/products?q=${encodeURIComponent(SERUM.productName)}`)
  await page.getByRole('link', { name: `Update ${SERUM.productName}`, exact: true }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue(SERUM.productName)
  await page.reload()
  await expect(page).toHaveURL(/\/admin\/products\/updateProducts/)
  await expect(page.getByLabel('Product Name')).toHaveValue(SERUM.productName)
  await open(page, '/admin/orders?status=processing')
  await page.reload()
  await expect(page).toHaveURL(/status=processing/)
})

test('input survives a lost connection', async ({ page, context }) => {
  await begin(page, { cart: CART })
  await open(page, '/contact')
  await page.getByLabel('Your Name').fill('Amaya')
  await page.getByLabel('Your Email').fill('amaya@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Do you deliver to Jaffna?')
  // Until the footer is hydrated, the browser itself follows its links.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const banner = page.getByText('You are offline. What you see may be out of date.')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Nothing you typed is lost.')).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Do you deliver to Jaffna?')
  expect(await cartOf(page)).toEqual(CART)
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectNotice(page, 'Message sent successfully!')
})

test('a dialog requested without a connection opens when it is back', async ({ page, context }) => {
  await open(page, `/products/productinfo/${SERUM.productId}`)
  // The buttons may be hydrated after the page's start.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: SERUM.productName })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('alertdialog', { name: 'Confirm Add to Cart' })).toBeVisible()
})

test('a page requested without a connection reports it, and opens when it is back', async ({
  page,
  context,
}) => {
  await begin(page, { cart: CART })
  await open(page, '/contact')
  await page.getByLabel('Message', { exact: true }).fill('Do you deliver to Jaffna?')
  // What changes pages is loaded after the page; without it a followed link waits for the connection.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/browser-router')),
  )
  await context.setOffline(true)
  // By the footer: the menu's own parts may not be here yet.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page).toHaveURL(/\/products$/)
  await expectSound(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeEnabled()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  expect(await cartOf(page)).toEqual(CART)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Do you deliver to Jaffna?')
})

test('an order without an answer can be retried', async ({ page, context }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token, cart: CART })
  await open(page, '/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByLabel('Full Name').fill('Amaya Visitor')
  await page.getByLabel('Shipping Address').fill('14 Temple Road, Galle')
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')
  await expect(page.getByText('Working out the total...')).toHaveCount(0)
  // The order arrives, its answer does not.
  await page.route('**/api/orders', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByText('Failed to place order. Please try again.', { exact: true })).toBeVisible()
  await expect(page.getByText(/nothing is ordered twice/)).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(true)
  await expect(page.getByLabel('Shipping Address')).toHaveValue('14 Temple Road, Galle')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/order-success$/)
  expect(await call<unknown[]>('GET', '/orders', undefined, account.token)).toHaveLength(1)
})

test('the cart survives the end of the session', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token, cart: CART })
  await open(page, '/cart')
  await call('POST', '/users/logout', undefined, account.token)
  await open(page, '/orders')
  await expectNotice(page, 'Please Login To View Your Orders')
  await expect(page).toHaveURL(/\/login\?next=%2Forders$/)
  expect(await cartOf(page)).toEqual(CART)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
})

test('on a slow connection every page shows and announces its placeholders', async ({ page }) => {
  const account = await newCustomer()
  await newOrder(account)
  await begin(page, { token: account.token, cart: CART })
  await open(page, '/contact')
  let arrive = () => {}
  const line = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(
    ({ pathname }) => /^\/api\/(products|orders)/.test(pathname),
    async (route) => {
      await line
      await route.fallback()
    },
  )
  const main = page.getByRole('main')
  const standIns = main.locator('.animate-shimmer').filter({ visible: true })
  const waiting = async () => {
    await expect(main.getByText('Loading...').first()).toBeAttached()
    await expect(standIns.first()).toBeVisible()
  }
  await follow(page, 'Products')
  await waiting()
  await follow(page, 'Orders')
  await waiting()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  await expect(standIns.first()).toBeVisible()
  arrive()
  await expect(main).toContainText(SERUM.productName)
  await expect(standIns).toHaveCount(0)
})

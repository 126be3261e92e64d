// Takes the screenshots in docs/screenshots: every page at phone and desktop width, against the demo shop at E2E_BASE_URL.
// One page alone: npm run screenshots -- cart
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from './browser.mjs'
import { base, customer, owner, pageOf } from './demo-browser.mjs'
import { walkDown } from './walk-down.mjs'

const folder = join(import.meta.dirname, '../../docs/screenshots')
const cart = [
  { productId: 'ARA-SER-001', quantity: 1 },
  { productId: 'ARA-LIP-002', quantity: 2 },
  { productId: 'ARA-EDP-001', quantity: 1 },
]

// name: how to get there, as whom, and whether the whole page is shown or the first view
const PAGES = {
  home: { path: '/' },
  products: { path: '/products' },
  search: { path: '/products?q=rose' },
  product: { path: '/products/productinfo/ARA-LIP-002' },
  cart: { path: '/cart', cart },
  shipping: {
    path: '/cart',
    as: customer,
    cart,
    next: (page) => page.getByText('Proceed to Checkout').filter({ visible: true }).first().click(),
  },
  orders: { path: '/orders', as: customer },
  order: {
    path: '/orders',
    as: customer,
    next: (page) => page.getByText(/ARA-/).filter({ visible: true }).first().click(),
    view: true,
  },
  user: { path: '/user', as: customer },
  contact: { path: '/contact' },
  login: { path: '/login' },
  register: { path: '/register' },
  'not-found': { path: '/no-such-page' },
  'admin-dashboard': { path: '/admin', as: owner },
  'admin-orders': { path: '/admin/orders', as: owner },
  'admin-products': { path: '/admin/products', as: owner },
  'admin-add-product': { path: '/admin/products/addProducts', as: owner },
  'admin-import': { path: '/admin/products/import', as: owner },
  'admin-stock-history': { path: '/admin/products/stock?productId=ARA-SER-001', as: owner },
  'admin-customers': { path: '/admin/customers', as: owner },
  'admin-reviews': { path: '/admin/reviews', as: owner },
  'admin-payments': { path: '/admin/payments', as: owner },
  'admin-messages': { path: '/admin/messages', as: owner },
  'admin-look': { path: '/admin/look', as: owner },
  'admin-staff': { path: '/admin/staff', as: owner },
  'admin-mails': { path: '/admin/mails', as: owner },
  'admin-settings-delivery': { path: '/admin/settings/delivery', as: owner },
  'admin-settings-payments': { path: '/admin/settings/payments', as: owner },
}

async function shoot(browser, name, width, height) {
  const { path, as, cart: lines, next, view } = PAGES[name]
  const page = await pageOf(browser, { width, height, as, cart: lines })
  await page.goto(base + path, { waitUntil: 'networkidle' })
  if (next) await next(page)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  if (!view) await walkDown(page)
  await page.screenshot({
    path: join(folder, `${name}-${width}.jpg`),
    type: 'jpeg',
    quality: 80,
    fullPage: !view,
  })
  await page.context().close()
}

mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
const browser = await launch()
for (const name of wanted.length > 0 ? wanted : Object.keys(PAGES)) {
  await shoot(browser, name, 390, 844)
  await shoot(browser, name, 1440, 900)
}
await browser.close()

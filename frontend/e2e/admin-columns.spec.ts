// The tables of the back-office: columns (spec.md §2) and behaviour.
import type { Locator, Page } from '@playwright/test'
import { call, newCustomer, newOrder, newReview, ownerToken, SERUM, unique } from './shop-api'
import { answer, begin, expect, test } from './shop-test'
import { boxOf } from './storefront'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

const table = (page: Page, name: string) => page.getByRole('table', { name })
const heads = (page: Page, name: string) => table(page, name).getByRole('columnheader')

test('no table is wider than its page', { tag: '@desktop' }, async ({ page }) => {
  for (const path of [
    '/admin/products',
    '/admin/orders',
    '/admin/orders?fulfilment=toPack',
    '/admin/orders?fulfilment=packed',
    '/admin/customers',
    '/admin/reviews',
    '/admin/messages',
    '/admin/refunds',
    '/admin/payments',
    '/admin/audit',
    '/admin/staff',
    '/admin/settings/backups',
    '/admin/products/stock?product=ARA-SER-001',
  ]) {
    await open(page, path)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of [768, 1024, 1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main table')]
          .map((table) => {
            const box = table.parentElement as Element
            return [box.scrollWidth - box.clientWidth, box.clientHeight - innerHeight]
          })
          .filter(([over = 0, high = 0]) => over > 0 || high > 0),
      )
      expect.soft(wide, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('products: columns, amounts without a dollar sign, and the link to the form', async ({ page }) => {
  await open(page, `/admin/products?q=${SERUM.productId}`)
  const isWide = (page.viewportSize()?.width ?? 0) >= 1280
  const columns = [
    'Product ID',
    'Product Name',
    'Price',
    'Last Price',
    'Stock',
    ...(isWide ? ['Description'] : []),
  ]
  await expect(heads(page, 'Products')).toHaveText([...columns, 'Update', 'Delete'])
  const row = page.getByRole('row').filter({ hasText: SERUM.productId })
  await expect(row.getByText(/^LKR\. [\d,]+\.\d\d$/)).toHaveCount(2)
  await expect(page.getByRole('main')).not.toContainText('$')
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/addProducts$/)
  for (const label of ['Price', 'Last Price (sale price) (optional)', 'Stock']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'number')
  }
  for (const label of ['Product ID', 'Product Name', 'Alternative Names', 'Description', 'Choose pictures']) {
    await expect(page.getByLabel(label)).toBeAttached()
  }
  await expect(page.getByRole('group', { name: 'Images' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/products\\?q=${SERUM.productId}$`))
})

const STATUS_COLOURS = {
  processing: 'rgb(249, 236, 210)',
  shipped: 'rgb(228, 232, 245)',
  completed: 'rgb(226, 239, 226)',
  cancelled: 'rgb(251, 233, 231)',
}

test('orders: columns, and a colour for every status', async ({ page }) => {
  const account = await newCustomer()
  for (const status of Object.keys(STATUS_COLOURS)) {
    await call('PUT', `/orders/${await newOrder(account)}`, { status }, await ownerToken())
  }
  await open(page, `/admin/orders?q=${account.email}`)
  await expect(heads(page, 'Orders, newest first')).toHaveText([
    'Tick',
    'Order ID',
    'Status',
    'Date',
    'Total',
    'View',
    'Update',
  ])
  for (const [status, colour] of Object.entries(STATUS_COLOURS)) {
    const row = page.getByRole('row').filter({ hasText: new RegExp(status, 'i') })
    await expect(row).toHaveCount(1)
    await expect(row.getByText(new RegExp(`^${status}$`, 'i'))).toHaveCSS('background-color', colour)
  }
  const filters = page.getByRole('group', { name: 'Show orders by status' })
  await filters.getByRole('button', { name: 'Shipped' }).click()
  await expect(page).toHaveURL(/status=shipped/)
  await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible()
  await expectSound(page)
})

test('customers: columns, pictures, and no button to block the own account', async ({ page }) => {
  const { email } = await newCustomer()
  await open(page, `/admin/customers?q=${email}`)
  await expect(heads(page, 'Customers, newest first')).toHaveText([
    'First Name',
    'Last Name',
    'Email',
    'Blocked?',
    'Type',
    'Profile',
    'Block',
    'Delete',
  ])
  const row = page.getByRole('row').filter({ hasText: email })
  for (const text of ['Amaya', 'Visitor', 'No', 'Customer']) {
    await expect(row.getByRole('cell').getByText(text, { exact: true })).toBeVisible()
  }
  await expect(row.getByRole('img', { name: 'Picture of Amaya Visitor' })).toBeVisible()
  await page.getByLabel('Search by name, email or phone').fill('owner@araliya.example')
  await expect(page.getByText('Your own account')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Block|Delete) / })).toHaveCount(0)
})

test('reviews: a spinner, then columns', async ({ page }) => {
  const account = await newCustomer()
  await newReview(account, `Columns of ${unique()}.`)
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/reviews?*', async (route) => {
    await held
    await route.continue()
  })
  await open(page, '/admin/reviews')
  await expect(page.getByRole('main').getByText('Loading...')).toBeAttached()
  go()
  await expect(heads(page, 'Reviews, newest first')).toHaveText([
    'Name',
    'Email',
    'Rating',
    'Comment',
    'Submitted On',
    'Action',
  ])
  const row = page.getByRole('row').filter({ hasText: account.email })
  await expect(row).toContainText('Amaya Visitor')
  await expect(row).toContainText('4/5')
  await expect(row).toContainText(/\d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [AP]M/)
  await expectSound(page)
})

const LISTS = [
  { path: '/admin/products', call: /^\/products$/, says: 'Failed To Fetch Products' },
  { path: '/admin/orders', call: /^\/orders$/, says: 'Failed To Fetch Orders. Please Try Again' },
  { path: '/admin/customers', call: /^\/users$/, says: 'Failed to fetch customers. Please try again.' },
  { path: '/admin/reviews', call: /^\/reviews$/, says: 'The reviews could not be loaded.' },
  {
    path: '/admin/audit',
    call: /^\/admin\/audit$/,
    says: 'Failed to fetch the audit log. Please try again.',
  },
] as const

for (const { path, call: called, says } of LISTS) {
  test(`a list that is away says so and comes back: ${path}`, { tag: '@desktop' }, async ({ page }) => {
    await answer(page, 'GET', called, 503)
    await open(page, path)
    await expect(page.getByRole('main').getByText(says)).toBeVisible()
    await expectSound(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
}

test('amounts of a table and names of zones are on one line', { tag: '@desktop' }, async ({ page }) => {
  await open(page, '/admin/products')
  const amounts = table(page, 'Products').getByText(/^LKR\. \d,\d{3}\.\d\d$/)
  await expect(amounts.first()).toBeVisible()
  const isLow = async (part: Locator) => (await boxOf(part)).height < 40
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const amount of await amounts.all()) expect(await isLow(amount), `${width} px`).toBe(true)
  }
  await open(page, '/admin/settings/delivery')
  const zones = page.getByRole('heading', { level: 3, name: 'All other districts' })
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isLow(zones), `${width} px`).toBe(true)
  }
})

// The panels of the dashboard, sentence by sentence (spec.md §2, §9).
import type { Page } from '@playwright/test'
import { newCustomer, newOrder, newProduct, ownerToken, removeProduct } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('three pies of 200 by 200, each with its table', async ({ page }) => {
  await open(page, '/admin')
  const pies = [
    ['Orders by status', ['Processing', 'Shipped', 'Completed', 'Cancelled']],
    ['Customers by kind', ['Active customers', 'Blocked customers', 'Administrators']],
    ['Products by stock', ['In stock', 'Low stock', 'Out of stock']],
  ] as const
  for (const [name, kinds] of pies) {
    const pie = page.getByRole('img', { name: new RegExp(`^${name}: `) })
    await expect(pie).toBeVisible()
    const { width, height } = (await pie.boundingBox()) ?? {}
    expect([width, height]).toEqual([200, 200])
    const rows = page.getByRole('table', { name }).getByRole('row')
    for (const [index, kind] of kinds.entries()) await expect(rows.nth(index + 1)).toContainText(kind)
    await expect(rows).toHaveCount(kinds.length + 1)
  }
  const line = region(page, 'Revenue')
  await expect(line.getByText('Last 30 days', { exact: true })).toBeVisible()
  await expect(line.getByText('The 30 days before', { exact: true })).toBeVisible()
})

test('four revenue cards', async ({ page }) => {
  const revenue = { totalRevenue: 1234567.5, weeklyGrowth: 12.5, transactionsToday: 1204, pendingRefunds: 3 }
  await page.route('**/api/admin/overview*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), revenue } })
  })
  await open(page, '/admin')
  const cards = [
    ['Total Revenue', 'LKR. 1,234,567.50', 'Today'],
    ['Weekly Growth', '12.50%', 'Compared to last week'],
    ['Transactions', '1,204', 'Processed today'],
    ['Pending Refunds', '3', 'Awaiting processing'],
  ]
  const panel = region(page, 'Revenue & Financial Overview')
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText(cards.map(([title]) => title as string))
  for (const [title, value, note] of cards) {
    const card = panel.locator('div', { has: page.getByRole('heading', { name: title as string }) }).last()
    await expect(card.locator('..')).toContainText(`${title}${value}${note}`)
  }
  await expect(page.getByRole('main')).not.toContainText('$')
})

test('low stock, and the days until it is sold out, rounded up', async ({ page }) => {
  const product = await newProduct({ price: 10, stock: 65 })
  // Two new customers: one of them may order 30 units at once.
  await newOrder(await newCustomer(), { productId: product.productId, quantity: 30 })
  await newOrder(await newCustomer(), { productId: product.productId, quantity: 30 })
  await open(page, '/admin')
  // 60 in 30 days are 2 a day: 5 last two days and a half.
  const low = region(page, 'Low Stock').getByRole('listitem').filter({ hasText: product.productName })
  await expect(low).toContainText('5 left')
  const soon = region(page, 'Stock Replenishment')
    .getByRole('listitem')
    .filter({ hasText: product.productName })
  await expect(soon).toContainText('3 days left')
  await expect(region(page, 'Out of Stock')).toBeVisible()
  await soon.getByRole('link').click()
  await expect(page.getByLabel('Product Name')).toHaveValue(product.productName)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await removeProduct(product.productId)
})

test('five recent orders, and the link to all orders', async ({ page }) => {
  await open(page, '/admin')
  const recent = page.getByRole('table', { name: 'Recent orders, newest first' })
  await expect(recent.getByRole('columnheader')).toHaveText(['Order ID', 'Customer', 'Status', 'Total'])
  await expect(recent.getByRole('row')).toHaveCount(6)
  await expect(region(page, 'Recent Orders').getByRole('heading', { name: 'Recent Orders' })).toBeVisible()
  await page.getByRole('link', { name: 'View All Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Orders Page' })).toBeVisible()
})

test('active users and recent logins', async ({ page }) => {
  const { email } = await newCustomer()
  await open(page, '/admin')
  const activity = region(page, 'User Activity')
  const owner = activity.getByRole('list', { name: 'Active users' }).getByRole('listitem')
  await expect(owner.filter({ hasText: 'owner@araliya.example' }).first()).toContainText('Admin')
  const login = activity.getByRole('list', { name: 'Recent logins' }).getByRole('listitem')
  await expect(login.filter({ hasText: email })).toContainText(/\d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [AP]M/)
  await expectSound(page)
})

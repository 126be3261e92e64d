// What waits on the dashboard, and the filters and searches of the list of orders.
import type { Page } from '@playwright/test'
import { call, newCustomer, newOrder, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

/** The number on a tile of the dashboard. */
async function waiting(page: Page, label: string): Promise<number> {
  await open(page, '/admin')
  const tile = page.getByRole('region', { name: 'What waits' }).getByRole('link', { name: label })
  return Number((await tile.textContent())?.replace(/\D/g, ''))
}

test('the dashboard begins with what waits, and each number is that of its list', async ({ page }) => {
  await newOrder(await newCustomer())
  // Other tests order and pack meanwhile.
  await expect(async () => {
    const toPack = await waiting(page, 'To pack')
    expect(toPack).toBeGreaterThan(0)
    await page.getByRole('region', { name: 'What waits' }).getByRole('link', { name: 'To pack' }).click()
    await expect(page).toHaveURL(/\/admin\/orders\?fulfilment=toPack$/)
    await expect(page.getByText(new RegExp(`^Showing \\d+ of ${toPack} orders$`))).toBeVisible({
      timeout: 3_000,
    })
    const chip = page.getByRole('button', { name: 'To pack' })
    await expect(chip).toHaveAccessibleDescription(`${toPack} orders`, { timeout: 3_000 })
  }).toPass()
  await expectSound(page)
  await open(page, '/admin')
  await expect(page.getByRole('region', { name: 'What waits' }).getByRole('link')).not.toHaveCount(0)
  await expectSound(page)
})

test('orders are found by telephone and payment reference, and narrowed by payment and date', async ({
  page,
}) => {
  const customer = await newCustomer()
  const [paid, unpaid] = [await newOrder(customer), await newOrder(customer)]
  const reference = `Counter-${paid}`
  await call('PUT', `/orders/${paid}`, { paymentId: reference }, await ownerToken())
  const row = (orderId: string) => page.getByRole('row').filter({ hasText: orderId })

  await open(page, '/admin/orders')
  await page.getByLabel(/^Search by order ID/).fill(reference.toLowerCase())
  await expect(row(unpaid)).toBeHidden()
  await expect(row(paid)).toContainText('Paid')
  // As the customer may say it on the telephone.
  await page.getByLabel(/^Search by order ID/).fill('0771234567')
  await expect(row(unpaid)).toBeVisible()

  await open(page, `/admin/orders?q=${customer.email}`)
  await expect(row(paid)).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Payment', { exact: true }).selectOption('due')
  await expect(row(paid)).toBeHidden()
  await expect(row(unpaid)).toContainText('Cash on delivery')
  await expectSound(page)
  await page.getByLabel('Ordered until').fill('2020-01-01')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expect(page).toHaveURL(/payment=due&to=2020-01-01/)
  await expectSound(page)
})

test('several packing slips are printed at once', async ({ page }) => {
  const customer = await newCustomer()
  const orders = [await newOrder(customer), await newOrder(customer)]
  await open(page, `/admin/orders?q=${customer.email}&fulfilment=toPack`)
  await page.getByRole('button', { name: 'Tick all 2' }).click()
  await expectSound(page)
  await page.getByRole('link', { name: 'Print packing slips' }).click()
  for (const orderId of orders) await expect(page.getByRole('article', { name: orderId })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  await expectSound(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/fulfilment=toPack/)
})

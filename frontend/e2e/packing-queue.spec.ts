// Orders on their way through the packing queue, and what their customer sees of it.
import { call, newCustomer, newOrder, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test('two orders are packed at once, and one is handed over and followed', async ({ page, browser }) => {
  const customer = await newCustomer()
  const [first, second] = [await newOrder(customer), await newOrder(customer)]
  await begin(page, { token: await ownerToken() })
  await open(page, `/admin/orders?q=${customer.email}`)
  await page.getByRole('button', { name: 'To pack' }).click()
  for (const orderId of [first, second]) await page.getByRole('checkbox', { name: `Tick ${orderId}` }).check()
  await expectSound(page)
  await page
    .getByRole('region', { name: 'Ticked orders' })
    .getByRole('button', { name: 'Mark packed' })
    .click()
  await expect(page.getByText('No orders found.')).toBeVisible()
  for (const orderId of [first, second]) {
    const order = await call<{ fulfilmentStatus: string }>(
      'GET',
      `/orders/${orderId}`,
      undefined,
      customer.token,
    )
    expect(order.fulfilmentStatus).toBe('packed')
  }

  await open(page, `/admin/orders?q=${customer.email}&fulfilment=packed&view=${first}`)
  const dialog = page.getByRole('dialog', { name: `Order ${first}` })
  await dialog.getByLabel('Courier').fill('Domex')
  await dialog.getByLabel('Tracking number').fill('D-100')
  await dialog.getByLabel('Tracking link').fill('https://domex.example/D-100')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  await dialog.getByLabel('Note', { exact: true }).fill('It leaves the shop today.')
  await dialog.getByLabel('Who reads it').selectOption('customer')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByText('It leaves the shop today.').first()).toBeVisible()
  await expectSound(page)

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await begin(theirs, { token: customer.token })
  await open(theirs, `/orders/${first}`)
  const link = theirs.getByRole('link', { name: 'Track your parcel' })
  await expect(link).toHaveAttribute('href', 'https://domex.example/D-100')
  await expect(theirs.getByText('Handed over to the courier')).toBeVisible()
  await expect(theirs.getByText('It leaves the shop today.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await expectSound(theirs)
  await theirs.getByRole('button', { name: 'Buy again' }).click()
  await expect(theirs).toHaveURL(/\/cart$/)
  await context.close()
})

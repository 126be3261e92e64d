// An owner's work across several screens: outdated forms, full lists, the links between shop and back-office.
import { call, newCustomer, newOrder, newProduct, ownerToken, removeProduct, unique } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

test('a form opened before a cancellation does not undo it', async ({ page }) => {
  const orderId = await newOrder(await newCustomer())
  await open(page, `/admin/orders?q=${orderId}`)
  await page.getByRole('button', { name: `Update ${orderId}` }).click()
  const form = page.getByRole('dialog', { name: `Update order ${orderId}` })
  await form.getByLabel('Status').selectOption('shipped')
  const cancelled = { status: 'cancelled', notes: 'Called off by phone.' }
  await call('PUT', `/orders/${orderId}`, cancelled, await ownerToken())
  const save = async () => {
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await question(page, 'Confirm Update').getByRole('button', { name: 'Update' }).click()
  }
  await save()
  const notice = form.getByRole('alert', { name: 'This order was changed meanwhile' })
  await expect(notice).toContainText('Cancelled')
  await expect(notice).toContainText('Called off by phone.')
  await expect(form.getByLabel('Status')).toHaveValue('shipped')
  await expect(form.getByText('Its items are taken from stock again.')).toBeVisible()
  await expectSound(page)
  await notice.getByRole('button', { name: 'Keep the status Cancelled' }).click()
  await form.getByLabel('Payment ID').fill(`PAY-${unique()}`)
  await save()
  await expect(form).toBeHidden()
  expect(await call('GET', `/orders/${orderId}`, undefined, await ownerToken())).toMatchObject(cancelled)

  await open(page, `/admin/orders/packing-slip/${orderId}`)
  await expect(page.getByText('nothing of it is packed or sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled()
})

test('sold out products with sales come first, and the alerts link to the full lists', async ({ page }) => {
  const product = await newProduct({ price: 10, stock: 60 })
  // Two new customers: one of them may order 30 units at once.
  await newOrder(await newCustomer(), { productId: product.productId, quantity: 30 })
  await newOrder(await newCustomer(), { productId: product.productId, quantity: 30 })
  await open(page, '/admin')
  const soon = page.getByRole('region', { name: 'Stock Replenishment' })
  await expect(soon.getByRole('listitem').filter({ hasText: product.productName })).toContainText(
    '0 days left',
  )
  await expect(soon.getByRole('listitem').first()).toContainText('0 days left')
  await page.getByRole('link', { name: /^Out of Stock: all / }).click()
  await expect(page).toHaveURL(/\/admin\/products\?show=out$/)
  await expect(page.getByRole('button', { name: 'Out of stock' })).toHaveAttribute('aria-pressed', 'true')
  const row = page.getByRole('row').filter({ hasText: product.productId })
  await expect(row).toContainText('Out')
  await page.getByRole('button', { name: 'Replenishment' }).click()
  await expect(page).toHaveURL(/show=replenish$/)
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Low stock' }).click()
  await expect(page).toHaveURL(/show=low$/)
  await expect(row).toBeHidden()
  await expectSound(page)
  await removeProduct(product.productId)
})

test('the shop links to the back-office, and shows an administrator their own orders', async ({ page }) => {
  await open(page, '/orders')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Back to the back-office' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('the usual icon paths have icons', async ({ request }) => {
  for (const [path, type] of [
    ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)/],
    ['/apple-touch-icon.png', /^image\/png/],
    ['/favicon.svg', /^image\/svg\+xml/],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toMatch(type)
  }
  const page = await (await request.get('/')).text()
  expect(page).toContain('href="/favicon.ico"')
  expect(page).toContain('rel="apple-touch-icon"')
})

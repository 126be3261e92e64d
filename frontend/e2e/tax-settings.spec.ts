// A shop that registers for VAT: its quotes, invoices and tax invoices say so, and those of the time before do not.
import { call, newCustomer, newOrder, ownerToken, SERUM } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

type Settings = { version: number; vat: Record<string, unknown> }

const show = async () => call<Settings>('GET', '/admin/settings/tax', undefined, await ownerToken())

// The last test leaves the settings of the one shop as they were.
test.describe.configure({ mode: 'serial' })

let before: Settings
test.beforeAll(async () => {
  before = await show()
})
test.afterAll(async () => {
  await call('PUT', '/admin/settings/tax', { ...before, version: (await show()).version }, await ownerToken())
})

test('a shop without a registration says nothing of VAT', async ({ page }) => {
  await begin(page, { cart: [{ productId: SERUM.productId, quantity: 1 }] })
  await open(page, '/cart')
  await expect(page.getByText('Grand Total')).toBeVisible()
  await expect(page.getByText('VAT')).toHaveCount(0)
})

test('the owner registers the shop, and a cart says what it includes', async ({ page }) => {
  await begin(page, { token: await ownerToken(), cart: [{ productId: SERUM.productId, quantity: 1 }] })
  await open(page, '/admin/settings/tax')
  await page.getByRole('checkbox', { name: 'The shop is registered for VAT' }).check()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('A TIN has 9 digits')).toBeVisible()
  await page.getByLabel('TIN', { exact: true }).fill('123456789')
  await page.getByLabel('Registered name').fill('Araliya (Pvt) Ltd')
  await page.getByLabel('Registered address').fill('27 Ward Place, Colombo 07')
  await expectSound(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Settings saved successfully!')

  await open(page, '/cart')
  await expect(page.getByText(/^Includes VAT 18 %: LKR\. [\d,]+\.\d\d$/)).toBeVisible()
  await expectSound(page)
})

test('a business gets a tax invoice in place of its invoice, once', async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await newOrder(customer)
  await call('POST', `/orders/${orderId}/fulfilment`, { step: 'packed' }, await ownerToken())
  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await expect(page.getByText(/^Includes VAT 18 %/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a tax invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tax invoice' })
  await dialog.getByLabel('TIN').fill('12345')
  await dialog.getByRole('button', { name: 'Make tax invoice' }).click()
  await expect(dialog.getByText('A TIN has 9 digits')).toBeVisible()
  await expectSound(page)
  await dialog.getByLabel('TIN').fill('987654321')
  await dialog.getByLabel('Name of the business').fill('Visitor Trading (Pvt) Ltd')
  await dialog.getByRole('button', { name: 'Make tax invoice' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /^Credit note / })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for a tax invoice' })).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('link', { name: /^Tax invoice / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tax invoice' })).toBeVisible()
  await expect(page.getByText('TIN 987654321')).toBeVisible()
  await expect(page.getByText('TIN 123456789')).toBeVisible()
  await expect(page.getByText('VAT 18 %', { exact: true })).toBeVisible()
  await expectSound(page)
})

import type { Page } from '@playwright/test'
import { call, newCustomer, SERUM, unique } from './shop-api'
import { begin, expect, test } from './shop-test'
import { fits } from './storefront'
import { expectSound, expectToast, open } from './watched-page'

// The demo shop: standard delivery is free everywhere, express delivery is for Colombo and its suburbs; cash, bank transfer and card.

const HOME = {
  label: 'Home',
  name: 'Amaya Visitor',
  phone: '+94 77 123 4567',
  line1: '14 Temple Road',
  city: 'Galle',
  district: 'Galle',
}

const save = (token: string, address: Record<string, unknown>) =>
  call('POST', '/users/addresses', address, token)

type Ordered = {
  total: number
  address: string
  deliveryAddress: Record<string, unknown> | null
  delivery: { method: string; charge: number }
  payment: { method: string; amountDue: number }
  customerNote: string | null
}

/** The customer's only order. */
async function placedOrder(token: string): Promise<Ordered> {
  const [order] = await call<Ordered[]>('GET', '/orders', undefined, token)
  if (order === undefined) throw new Error('There is no order')
  return order
}

async function toCheckout(page: Page, token: string) {
  await begin(page, { token, cart: [{ productId: SERUM.productId, quantity: 1 }] })
  await open(page, '/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/shipping$/)
}

const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const place = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' }).click()
const grandTotal = (page: Page) => page.getByText('Grand Total').locator('xpath=following-sibling::dd')

test('an order to a saved address, paid in cash', async ({ page }) => {
  const { token } = await newCustomer()
  await save(token, HOME)
  await save(token, {
    ...HOME,
    label: 'Office',
    line1: '27 Ward Place',
    city: 'Colombo 07',
    district: 'Colombo',
  })
  await toCheckout(page, token)
  await expect(radio(page, /^Home/)).toBeChecked()
  await expect(radio(page, /^Cash on delivery/)).toBeChecked()
  await expect(page.getByText('Express delivery')).toBeHidden()
  await expectSound(page)
  await place(page)
  await expect(page).toHaveURL(/\/order-success$/)
  const order = await placedOrder(token)
  expect(order.deliveryAddress).toMatchObject({ line1: '14 Temple Road', district: 'Galle' })
  expect(order.payment.method).toBe('cod')
})

test('an order to a district, by express delivery and bank transfer', async ({ page }) => {
  const { token } = await newCustomer()
  await toCheckout(page, token)
  await page.getByLabel('Shipping Address').fill('27 Ward Place')
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')
  await page.getByLabel('City').fill('Colombo 07')
  await page.getByLabel('District').selectOption('Colombo')
  await radio(page, /^Express delivery/).check()
  await radio(page, /^Bank transfer/).check()
  await expect(grandTotal(page)).toHaveText('LKR. 4,800.00')
  await expect(page.getByLabel('Shipping Address')).toHaveValue('27 Ward Place')
  await page.getByText('Explain this total').click()
  await expect(page.getByText('Goods at full price')).toBeVisible()
  await page.getByText('Add a note to your order').click()
  await page.getByLabel('Note').fill('Please ring twice.')
  await page.getByLabel('Save this address for next time').check()
  await expectSound(page)
  await place(page)
  await expect(page).toHaveURL(/\/order-success$/)
  const order = await placedOrder(token)
  expect(order).toMatchObject({
    total: 4800,
    address: '27 Ward Place, Colombo 07, Colombo',
    delivery: { method: 'express', charge: 450 },
    payment: { method: 'bankTransfer', amountDue: 4800 },
    customerNote: 'Please ring twice.',
  })
  // The address is there for the next order, and the form begins with it.
  await toCheckout(page, token)
  await expect(radio(page, /27 Ward Place/)).toBeChecked()
})

test('an order by card goes on to the payment page, and back leads to the order', async ({ page }) => {
  const { token } = await newCustomer()
  await save(token, HOME)
  await toCheckout(page, token)
  await radio(page, /^Card or wallet/).check()
  await expect(grandTotal(page)).toHaveText('LKR. 4,350.00')
  await place(page)
  const gateway = process.env.E2E_GATEWAY_URL ?? ''
  await expect(page).toHaveURL((url) => gateway !== '' && url.href.startsWith(gateway))
  await page.goBack()
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
})

test('a checkout with the keyboard alone', async ({ page }) => {
  const { token } = await newCustomer()
  await save(token, HOME)
  await toCheckout(page, token)
  await radio(page, /^Home/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(radio(page, /^Use another address/)).toBeFocused()
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(radio(page, /^Home/)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(radio(page, /^Cash on delivery/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(radio(page, /^Bank transfer/)).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Note')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order-success$/)
})

test('without a connection at the last press, the page says so at the button, at once and for good', async ({
  page,
  context,
}) => {
  const { token } = await newCustomer()
  await save(token, HOME)
  await toCheckout(page, token)
  await expect(radio(page, /^Home/)).toBeChecked()
  // While the total of the address's district is worked out, the button says so.
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeEnabled()
  await expect(grandTotal(page)).toHaveText('LKR. 4,350.00')
  await context.setOffline(true)
  await place(page)
  const said = page.getByRole('alert').filter({ hasText: 'You are offline' })
  await expect(said).toBeInViewport({ ratio: 1, timeout: 2_000 })
  await expect(said).toContainText('Failed to place order. Please try again.')
  await expect(said).toContainText('nothing is ordered twice')
  await expect(page.getByRole('banner').getByText('You are offline.')).toBeInViewport()
  // Longer than a notice is shown.
  await page.waitForTimeout(9_000)
  await expect(said).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await place(page)
  await expect(page).toHaveURL(/\/order-success$/)
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  expect((await call<Ordered[]>('GET', '/orders', undefined, token)).length).toBe(1)
})

test('of two tabs with one cart the second says that it was ordered', async ({ page, context }) => {
  const { token } = await newCustomer()
  await save(token, HOME)
  await toCheckout(page, token)
  const other = await context.newPage()
  await open(other, '/cart')
  await other.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(other).toHaveURL(/\/shipping$/)
  await place(page)
  await expect(page).toHaveURL(/\/order-success$/)
  await expect(other.getByText('Your cart was ordered or emptied in another tab.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Proceed to Checkout' })).toHaveCount(0)
  await expectSound(other)
  // Also after a reload.
  await other.reload()
  await other.getByRole('link', { name: 'View your orders' }).click()
  await expect(other).toHaveURL(/\/orders$/)
})

test('a checkout on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { token } = await newCustomer()
  await save(token, { ...HOME, label: `Home-of-${'a-long-name-'.repeat(3)}` })
  await toCheckout(page, token)
  await radio(page, /^Use another address/).check()
  await page.getByLabel('District').selectOption('Colombo')
  await expect(radio(page, /^Express delivery/)).toBeVisible()
  expect(await fits(page)).toBe(true)
})

test('the address book adds, edits and deletes', async ({ page }) => {
  const { token } = await newCustomer()
  await begin(page, { token })
  await open(page, '/user')
  const book = page.getByRole('region', { name: 'Addresses' })
  await expect(book.getByText('No saved addresses yet')).toBeVisible()
  await expectSound(page)
  await book.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('dialog', { name: 'Add an address' })
  const street = `${unique()} Temple Road`
  await form.getByLabel('Label').fill('Home')
  await form.getByLabel('Phone Number').fill('077 123 4567')
  await form.getByLabel('House and street').fill(street)
  await form.getByLabel('City').fill('Galle')
  await form.getByLabel('District').selectOption('Galle')
  await expectSound(page)
  await form.getByRole('button', { name: 'Save address' }).click()
  await expectToast(page, 'Address saved successfully!')
  await expect(book.getByText(`${street}, Galle, Galle`)).toBeVisible()
  await book.getByRole('button', { name: 'Edit Home' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit address' })
  await expect(edit.getByLabel('District')).toHaveValue('Galle')
  await edit.getByLabel('City').fill('Unawatuna')
  await edit.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByText(`${street}, Unawatuna, Galle`)).toBeVisible()
  await book.getByRole('button', { name: 'Delete Home' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(book.getByText('No saved addresses yet')).toBeVisible()
  await expect(book.getByRole('heading', { name: 'Addresses' })).toBeFocused()
})

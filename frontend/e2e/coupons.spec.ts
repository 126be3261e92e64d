// A shopper's coupon: applied, beaten by another promotion, refused, and used up between the quote and the order. Each test has
// products and promotions of its own, so that no other test's cart changes.
import type { Page } from '@playwright/test'
import { newPromotion } from './promotions'
import { call, newCustomer, newOrder, newProduct, unique } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

const PRICE = 4000
const grandTotal = (page: Page) => page.getByText('Grand Total').locator('xpath=following-sibling::dd')
const codeOf = (name: string) => `${name}-${unique()}`.toUpperCase()

async function enter(page: Page, code: string) {
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill(code)
  await page.keyboard.press('Enter')
}

async function fillIn(page: Page) {
  await page.getByLabel('Shipping Address').fill('14 Temple Road, Galle')
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')
}

test('a link keeps its coupon for the cart, and the order is cheaper by it', async ({ page }) => {
  const { productId } = await newProduct({ price: PRICE, stock: 9 })
  const { token } = await newCustomer()
  const code = codeOf('LINK')
  await newPromotion({ name: 'For friends', kind: 'coupon', code, benefit: 'percent', value: 15 })
  await begin(page, { token, cart: [{ productId, quantity: 2 }] })
  await open(page, `/products?coupon=${code.toLowerCase()}&sort=price_asc`)
  await expectToast(page, `Coupon ${code} is kept for your cart.`)
  await expect(page).toHaveURL(/\/products\?sort=price_asc$/)
  await open(page, '/cart')
  await expect(page.getByText('Coupon applied.').first()).toBeVisible()
  await expect(page.getByText(`For friends (${code})`).first()).toBeVisible()
  await expect(grandTotal(page)).toHaveText('LKR. 6,800.00')
  await page.getByText('Explain this total').click()
  await expect(page.getByText('LKR. -1,200.00').filter({ visible: true }).last()).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await fillIn(page)
  await expect(grandTotal(page)).toHaveText('LKR. 6,800.00')
  await expectSound(page)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/order-success$/)
  await expect(page.getByText(`For friends (${code})`).first()).toBeVisible()
  const [order] = await call<{ total: number; promotions: { code: string }[] }[]>(
    'GET',
    '/orders',
    undefined,
    token,
  )
  expect(order).toMatchObject({ total: 6800, promotions: [{ code }] })
  expect(await page.evaluate(() => localStorage.getItem('coupon')), 'it is spent').toBeNull()
})

test('a coupon that is beaten is kept, and its customer is told', async ({ page }) => {
  const { productId } = await newProduct({ price: PRICE, stock: 9 })
  const code = codeOf('SMALL')
  await newPromotion({
    name: 'Week',
    kind: 'automatic',
    benefit: 'percent',
    value: 20,
    products: [productId],
  })
  await newPromotion({ name: 'Small', kind: 'coupon', code, benefit: 'percent', value: 5 })
  await open(page, `/products/productinfo/${productId}`)
  await expect(page.getByText('20% off', { exact: true })).toBeVisible()
  await begin(page, { cart: [{ productId, quantity: 1 }] })
  await open(page, '/cart')
  await enter(page, code)
  await expect(page.getByText(/^Your order is already cheaper without this coupon/).first()).toBeVisible()
  await expect(grandTotal(page)).toHaveText('LKR. 3,200.00')
  await expectSound(page)
  await page.reload()
  await expect(page.getByText(code, { exact: true })).toBeVisible()
})

test('a coupon that does not exist is refused, and another one is entered in its place', async ({ page }) => {
  const { productId } = await newProduct({ price: PRICE, stock: 9 })
  const code = codeOf('RIGHT')
  await newPromotion({ name: 'Right', kind: 'coupon', code, benefit: 'fixed', value: 500, minSpend: 5000 })
  await begin(page, { cart: [{ productId, quantity: 1 }] })
  await open(page, '/cart')
  await enter(page, codeOf('WRONG'))
  await expect(page.getByText('This coupon code is not valid.')).toBeVisible()
  await expect(page.getByLabel('Coupon code')).toBeFocused()
  await expectSound(page)
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription(/1,000/)
  await expect(grandTotal(page)).toHaveText('LKR. 4,000.00')
  await page.getByRole('button', { name: /^One more of/ }).click()
  await expect(page.getByText('Coupon applied.').first()).toBeVisible()
  await expect(grandTotal(page)).toHaveText('LKR. 7,500.00')
  await page.getByRole('button', { name: `Remove the coupon ${code}` }).click()
  await expect(grandTotal(page)).toHaveText('LKR. 8,000.00')
  await expect(page.getByText('Have a coupon?')).toBeFocused()
})

test('a coupon that others used up meanwhile leaves the order as it is, without it', async ({ page }) => {
  const { productId } = await newProduct({ price: PRICE, stock: 9 })
  const { token } = await newCustomer()
  const code = codeOf('LAST')
  await newPromotion({ name: 'Last', kind: 'coupon', code, benefit: 'percent', value: 25, usageLimit: 1 })
  await begin(page, { token, cart: [{ productId, quantity: 1 }] })
  await open(page, '/cart')
  await enter(page, code)
  await expect(grandTotal(page)).toHaveText('LKR. 3,000.00')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await fillIn(page)
  await expect(grandTotal(page)).toHaveText('LKR. 3,000.00')
  await newOrder(await newCustomer(), { productId, quantity: 1 }, { couponCode: code })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your coupon does not apply any more' })
  await expect(notice).toContainText('This coupon has been used up.')
  await expect(notice).toContainText('LKR. 4,000.00')
  await expect(page.getByLabel('Shipping Address')).toHaveValue('14 Temple Road, Galle')
  await expectSound(page)
  await notice.getByRole('button', { name: 'Order without the coupon' }).click()
  await expect(page).toHaveURL(/\/order-success$/)
  const [order] = await call<{ total: number }[]>('GET', '/orders', undefined, token)
  expect(order?.total).toBe(4000)
})

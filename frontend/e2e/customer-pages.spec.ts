// The pages of a customer with a cart and orders, and where others are redirected (spec.md §2).
import { type Account, newCustomer, newOrder, ownerToken, SERUM } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectContent, expectSound, expectToast, open } from './watched-page'

test.describe('pages of a customer', () => {
  let account: Account
  test.beforeEach(async ({ page }) => {
    account = await newCustomer()
    await begin(page, { token: account.token, cart: [{ productId: SERUM.productId, quantity: 2 }] })
  })

  test('/cart, /shipping and the navigation between them', async ({ page }) => {
    await open(page, '/cart')
    await expect(page.getByRole('link', { name: SERUM.productName }).first()).toBeVisible()
    for (const label of ['Order Summary', 'Subtotal', 'Discount', 'Grand Total']) {
      await expect(page.getByRole('main').getByText(label, { exact: true })).toBeVisible()
    }
    await expectSound(page)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL(/\/shipping$/)
    await expectContent(page, {
      title: 'Checkout — Araliya',
      h1: 'Checkout',
      shows: [
        'Order Summary',
        'Subtotal',
        'Discount',
        'Grand Total',
        'Shipping Details',
        'Proceed to Checkout',
      ],
    })
    await expectSound(page)
  })

  test('Buy Now opens /shipping with one product, and does not change the cart', async ({ page }) => {
    await open(page, '/products/productinfo/ARA-LIP-002')
    await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).first().click()
    await expect(page).toHaveURL(/\/shipping$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  })

  test('/orders: empty, filled, and the details of an order', async ({ page }) => {
    const orderId = await newOrder(account)
    await open(page, '/orders')
    await expectContent(page, { title: 'Orders — Araliya', h1: 'Orders' })
    await expectSound(page)
    await page.getByRole('row').filter({ hasText: orderId }).click()
    const dialog = page.getByRole('dialog')
    for (const text of [orderId, 'N/A', 'No notes available', '14 Temple Road, Galle', SERUM.productName]) {
      await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toBeHidden()
  })

  test('/orders/:orderId: the way of an order, and its cancellation', async ({ page }) => {
    const orderId = await newOrder(account)
    await open(page, `/orders/${orderId}`)
    const shows = ['What has happened', 'Order placed', SERUM.productName]
    await expectContent(page, { title: `Order ${orderId} — Araliya`, h1: `Order ${orderId}`, shows })
    await expectSound(page)
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const asked = question(page, 'Cancel this order?')
    await asked.getByLabel(/Why do you cancel/).fill('Ordered twice.')
    await expectSound(page)
    await asked.getByRole('button', { name: 'Cancel order' }).click()
    await expect(asked).toBeHidden()
    await expect(page.getByText('Cancelled by you')).toBeVisible()
    await expect(page.getByText('Ordered twice.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
    await open(page, '/orders/ARA-2222-2222')
    await expect(page.getByText('There is no order with this number.')).toBeVisible()
  })

  test('/user, from the picture in the header, and back', async ({ page, isMobile }) => {
    await open(page, '/contact')
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: /Amaya Visitor/ }).click()
    await expectContent(page, { title: 'Your profile — Araliya', h1: 'Your profile' })
    await expect(page.getByRole('region', { name: 'Your details' })).toContainText(account.email)
    await expectSound(page)
    await page.getByRole('button', { name: 'Update User Details' }).click()
    await expect(question(page, 'Confirm Update')).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/contact$/)
  })

  test('/order-success without an order redirects to /orders', async ({ page }) => {
    await open(page, '/order-success')
    await expect(page).toHaveURL(/\/orders$/)
  })

  test('/admin is not for customers', async ({ page }) => {
    await open(page, '/admin/customers')
    await expectToast(page, 'Unauthorized Access')
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('guests are redirected to the login, and return after it', async ({ page }) => {
  const account = await newCustomer()
  for (const path of ['/admin', '/admin/products/addProducts', '/order-success', '/user']) {
    await open(page, path)
    await expect(page, path).toHaveURL(/\/login\?next=/)
  }
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login to your account' }).click()
  await expect(page).toHaveURL(/\/user$/)
  await open(page, '/login?next=https://elsewhere.example')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('pages without their navigation state redirect', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/products/updateProducts')
  await expect(page).toHaveURL(/\/admin\/products$/)
  await open(page, '/shipping')
  await expect(page).toHaveURL(/\/cart$/)
})

// Messages of the catalogue, the cart, the checkout and the contact page (spec.md §5, §8).
import { expectNotice, expectSentence } from './messages'
import { newCustomer, newOrder, SERUM } from './shop-api'
import { answer, begin, expect, follow, question, test } from './shop-test'
import { open } from './watched-page'

const CART = [{ productId: SERUM.productId, quantity: 1 }]

test('products that cannot be fetched: in the list, and on the home page', async ({ page }) => {
  await open(page, '/contact')
  await answer(page, 'GET', /^\/products/, 503)
  await follow(page, 'Products')
  await expectNotice(page, 'Failed To Fetch Products')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByLabel('Dismiss').first().click()
  await follow(page, 'Home')
  await expectNotice(page, 'Failed To Fetch Products')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'View All Products' })).toBeVisible()
})

test('an empty search and an empty cart', async ({ page }) => {
  await open(page, '/products?q=qqxxzz')
  await expectSentence(page, 'No products found.')
  await open(page, '/cart')
  await expectSentence(page, 'Your cart is empty.')
  await open(page, '/shipping')
  await expectNotice(page, 'There Are No Items In The Cart')
  await expect(page).toHaveURL(/\/cart$/)
})

test('adding to the cart reports quantity and product', async ({ page }) => {
  await open(page, `/products/productinfo/${SERUM.productId}`)
  await page.getByRole('main').getByRole('button', { name: 'Add To Cart' }).first().click()
  const dialog = question(page, 'Confirm Add to Cart')
  await dialog.getByLabel(`Quantity of ${SERUM.productName}`).last().fill('3')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectNotice(page, '{n} x {name} added to cart successfully', { n: '3', name: SERUM.productName })
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))).toEqual([
    { productId: SERUM.productId, quantity: 3 },
  ])
})

test('checkout: without a login, without details, refused, and successful', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { cart: CART })
  await open(page, '/cart')
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
  await proceed.click()
  await expect(page).toHaveURL(/\/shipping$/)
  await page.getByLabel('Shipping Address').fill('14 Temple Road, Galle')
  await proceed.click()
  await expectNotice(page, 'You need to log in to place an order.')
  await expect(page).toHaveURL(/\/login\?next=\/shipping$/)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login to your account' }).click()

  await expect(page).toHaveURL(/\/shipping$/)
  await expect(page.getByLabel('Shipping Address')).toHaveValue('14 Temple Road, Galle')
  await page.getByLabel('Full Name').fill('Amaya Visitor')
  await proceed.click()
  await expectNotice(page, 'Please fill in all shipping details.')
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')

  await answer(page, 'POST', /^\/orders$/, 500)
  await proceed.click()
  await expectSentence(page, 'Failed to place order. Please try again.')
  await page.unrouteAll()
  await proceed.click()
  await expectSentence(page, 'Order placed successfully!')
  await expect(page).toHaveURL(/\/order-success$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
})

test('the cart stays usable after a failed quote', async ({ page }) => {
  await begin(page, { cart: CART })
  await answer(page, 'POST', /^\/orders\/quote$/, 500)
  await open(page, '/cart')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByRole('link', { name: SERUM.productName }).first()).toBeVisible()
  await expect(retry).toBeHidden()
})

test('orders: an empty list, and a failed request', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token })
  await open(page, '/orders')
  await expectSentence(page, 'No orders found.')
  await answer(page, 'GET', /^\/orders$/, 503)
  await open(page, '/orders')
  await expectSentence(page, 'Failed To Fetch Orders. Please Try Again')
  await newOrder(account)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: /^Your orders/ })).toBeVisible()
})

test('contact: every rule, a failure, and success', async ({ page }) => {
  await open(page, '/contact')
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expectNotice(page, 'Please fix the errors before submitting.')
  await expectSentence(page, 'Name is required')
  await expectSentence(page, 'Email is required')
  await expectSentence(page, 'Message cannot be empty')
  await expect(page.getByLabel('Your Name')).toBeFocused()
  await page.getByLabel('Your Name').fill('Amaya')
  await page.getByLabel('Your Email').fill('amaya@nowhere')
  await page.getByLabel('Message', { exact: true }).fill('Too short')
  await expectSentence(page, 'Invalid email format')
  await expectSentence(page, 'Message should be at least 10 characters')

  await page.getByLabel('Your Email').fill('amaya@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Do you deliver to Jaffna?')
  await answer(page, 'POST', /^\/contact$/, 500)
  await send.click()
  await expect(page.getByText('Nothing you typed is lost.')).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Do you deliver to Jaffna?')
  await page.unrouteAll()
  await send.click()
  await expectNotice(page, 'Message sent successfully!')
  await expect(page.getByLabel('Your Name')).toHaveValue('')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
})

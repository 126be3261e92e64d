// Orders that are paid after ordering: by card at the fake gateway, by bank transfer with a slip, too late.
import type { Page } from '@playwright/test'
import { type Account, call, newCustomer, ownerToken, restockSerum, SERUM } from './shop-api'
import { answer, begin, expect, test } from './shop-test'
import { boxOf } from './storefront'
import { expectSound, open } from './watched-page'

type Paid = { status: string; payment: { paymentStatus: string; amountDue: number } }

/** Orders one serum with this method of payment; returns the order's number. */
async function orderBy(paymentMethod: string, { token }: Account): Promise<string> {
  const body = {
    orderedItems: [{ productId: SERUM.productId, quantity: 1 }],
    name: 'Amaya Visitor',
    deliveryAddress: { line1: '14 Temple Road', city: 'Galle', district: 'Galle' },
    phone: '+94 77 123 4567',
    paymentMethod,
  }
  await restockSerum()
  return (await call<{ order: { orderId: string } }>('POST', '/orders', body, token)).order.orderId
}

const stateOf = async (orderId: string, { token }: Account): Promise<Paid> =>
  call<Paid>('GET', `/orders/${orderId}`, undefined, token)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** Presses a button of the gateway's page, which is not the shop's; the shop's page has a button to cancel too. */
const atGateway = async (page: Page, button: string | RegExp) => {
  await expect(page).toHaveURL(/\/pay\/checkout$/)
  await page.getByRole('button', { name: button }).click()
}

test('a payment by card is cancelled at the gateway, declined, tried again and made', async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await orderBy('payhere', customer)
  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await expect(page.getByText(/^Pay within \d+ minutes, by/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await atGateway(page, 'Cancel')

  await expect(page).toHaveURL(new RegExp(`/pay/cancelled\\?orderId=${orderId}$`))
  await expect(heading(page, 'You cancelled the payment')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay again' }).click()
  await atGateway(page, 'Pay with a card that the bank declines')

  await expect(page).toHaveURL(new RegExp(`/pay/return\\?orderId=${orderId}$`))
  await expect(heading(page, 'Your card was declined')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'View your order' }).click()
  await expect(page.getByText(/^Your card was declined. LKR/)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay again' }).click()
  await atGateway(page, /^Pay LKR/)

  await expect(page).toHaveURL(new RegExp(`/pay/return\\?orderId=${orderId}$`))
  await expect(heading(page, 'Payment received')).toBeVisible()
  await expectSound(page)
  expect((await stateOf(orderId, customer)).payment).toMatchObject({ paymentStatus: 'paid', amountDue: 0 })
  await page.getByRole('link', { name: 'View your order' }).click()
  await expect(page.getByText(/^We received LKR/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
  await expectSound(page)
})

test('the return page believes no parameter', async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await orderBy('payhere', customer)
  await begin(page, { token: customer.token })
  await open(page, `/pay/return?orderId=${orderId}&status_code=2&payment_id=320000000001`)
  await expect(heading(page, 'Checking your payment')).toBeVisible()
  await expectSound(page)
  expect((await stateOf(orderId, customer)).payment.paymentStatus).toBe('unpaid')
})

test('the result of a payment is in the window, wherever the tab was scrolled to before', async ({
  page,
}) => {
  const customer = await newCustomer()
  const orderId = await orderBy('payhere', customer)
  await begin(page, { token: customer.token })
  await open(page, '/')
  await page.evaluate(() => scrollTo(0, 1400))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  await open(page, `/pay/return?orderId=${orderId}`)
  await expect(heading(page, 'Checking your payment')).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // Each page of the tab keeps a place of its own: a reload of the home page finds it again.
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
})

test('the bank account is readable on every window', async ({ page, isMobile }) => {
  const customer = await newCustomer()
  const orderId = await orderBy('bankTransfer', customer)
  await begin(page, { token: customer.token })
  for (const width of isMobile ? [390, 320] : [1440]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `/orders/${orderId}`)
    const label = page.getByRole('term').filter({ hasText: /^Bank$/ })
    // One line of text is about 24 px high.
    expect((await boxOf(label)).height, `${width} px`).toBeLessThan(40)
    const value = label.locator('xpath=following-sibling::dd[1]')
    expect((await boxOf(value)).x, `${width} px`).toBe((await boxOf(label)).x)
  }
})

test('a bank transfer is shown with its slip, rejected, sent again and accepted', async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await orderBy('bankTransfer', customer)
  await begin(page, { token: customer.token })
  await open(page, '/orders')
  await page.getByRole('link', { name: `Awaiting payment: order ${orderId}` }).click()
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  await expectSound(page)

  const send = async () => {
    await page.getByLabel('Picture of the slip').setInputFiles('public/og.webp')
    await page.getByRole('button', { name: 'Send slip' }).click()
    await expect(page.getByText(/^We are checking your bank slip/)).toBeVisible()
  }
  const review = async (number: number, body: Record<string, unknown>) => {
    const token = await ownerToken()
    const { slips } = await call<{ slips: { slipId: string }[] }>(
      'GET',
      `/orders/${orderId}`,
      undefined,
      token,
    )
    await call('POST', `/orders/${orderId}/slips/${slips[number - 1]?.slipId}/review`, body, token)
    await page.reload()
  }
  await send()
  await expectSound(page)
  await review(1, { outcome: 'rejected', reason: 'The amount is not legible.' })
  await expect(page.getByText('The amount is not legible.')).toBeVisible()
  await send()
  await page.getByRole('button', { name: 'Show the picture of Bank slip 2' }).click()
  await expect(page.getByRole('img', { name: 'The bank slip' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Close' }).click()
  const { amountDue } = (await stateOf(orderId, customer)).payment
  await review(2, { outcome: 'accepted', amount: amountDue, bankReference: `FT-${orderId}` })
  await expect(page.getByText(/^We received LKR/)).toBeVisible()
  await expect(page.getByText('Accepted')).toBeVisible()
  await expectSound(page)
})

test('an order expires while the customer looks', async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await orderBy('payhere', customer)
  const order = await call<Record<string, unknown>>('GET', `/orders/${orderId}`, undefined, customer.token)
  await page.clock.install()
  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await expect(page.getByText(/^Pay within \d+ minutes, by/)).toBeVisible()
  // The shop's clock cannot be moved: this is its answer after the 30 minutes, which the browser asks for by itself.
  const payment = { ...(order.payment as object), amountDue: 0, expiresAt: null }
  const expired = { ...order, payment, status: 'cancelled', cancelReason: 'paymentExpired' }
  await answer(page, 'GET', new RegExp(`^/orders/${orderId}$`), 200, expired)
  await page.clock.fastForward('31:00')
  await expect(page.getByText('This order was cancelled because it was not paid in time.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
  await page.clock.resume()
  await expectSound(page)
})

// The money of an order in the back-office: a bank slip, cash, and refunds.
import type { Page } from '@playwright/test'
import {
  type Account,
  call,
  confirmedOwnerSession,
  newCustomer,
  newOrder,
  newProduct,
  ownerToken,
  removeProduct,
  unique,
} from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

const BASE = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080'

type Payment = { paymentStatus: string; held: number; amountDue: number; refundDue: number }
type Order = { orderId: string; status: string; total: number; payment: Payment; slips: { slipId: string }[] }

/** A picture of a transfer, different for each text: a photograph of a page that is never opened in the shop. */
async function photograph(page: Page, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const desk = await page.context().newPage()
  await desk.setContent(`<h1>Transfer</h1><p>To Araliya, ${text}</p>`)
  const shot = await desk.screenshot({ clip: { x: 0, y: 0, width: 300, height: 400 } })
  await desk.close()
  return new Uint8Array(shot)
}

/** Uploads a bank slip as the customer; returns its id. */
async function sendSlip(
  { token }: Account,
  orderId: string,
  photo: Uint8Array<ArrayBuffer>,
  bankReference?: string,
) {
  const form = new FormData()
  form.set('file', new Blob([photo], { type: 'image/png' }), 'slip.png')
  if (bankReference !== undefined) form.set('bankReference', bankReference)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${BASE}/api/orders/${orderId}/slips`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`slips: ${answer.status} ${await answer.text()}`)
  const { order } = (await answer.json()) as { order: Order }
  return order.slips.at(-1)?.slipId ?? ''
}

const orderNow = async (orderId: string) =>
  call<Order>('GET', `/orders/${orderId}`, undefined, await ownerToken())

/** The payment of an order in its dialog. */
async function openPayment(page: Page, orderId: string) {
  await open(page, `/admin/orders?view=${orderId}`)
  return page.getByRole('dialog', { name: `Order ${orderId}` }).getByRole('region', { name: 'Payment' })
}

const pictureStatus = async (orderId: string, slipId: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${BASE}/api/orders/${orderId}/attachments/${slipId}`, { headers })).status
}

test('a bank slip is seen by staff alone, and accepted in the list', async ({ page }) => {
  const [customer, stranger] = [await newCustomer(), await newCustomer()]
  const [orderId, reference] = [await newOrder(customer), `BANK-${unique()}`]
  const slipId = await sendSlip(customer, orderId, await photograph(page, orderId), reference)
  expect(await pictureStatus(orderId, slipId, stranger.token)).toBe(404)
  expect(await pictureStatus(orderId, slipId, customer.token)).toBe(200)

  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/payments')
  const card = page.getByRole('article', { name: `Slip of ${orderId}` })
  const shown = card.locator('img')
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expect(card.getByLabel('Bank reference')).toHaveValue(reference)
  await expectSound(page)
  await card.getByRole('button', { name: 'Accept payment' }).focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Payment accepted.')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Payments to check' })).toBeFocused()
  expect((await orderNow(orderId)).payment).toMatchObject({ paymentStatus: 'paid', amountDue: 0 })

  const payment = await openPayment(page, orderId)
  await expect(payment.getByText('Paid', { exact: true })).toBeVisible()
  await expect(payment.getByRole('table')).toContainText(reference)
})

test('a reference that paid before and a picture sent twice are noticed', { tag: '@phone' }, async ({
  page,
}) => {
  const customer = await newCustomer()
  const [first, second] = [await newOrder(customer), await newOrder(customer)]
  const [photo, reference] = [await photograph(page, first), `BANK-${unique()}`]
  const slipId = await sendSlip(customer, first, photo, reference)
  const accepted = { outcome: 'accepted', amount: 100, bankReference: reference }
  await call('POST', `/orders/${first}/slips/${slipId}/review`, accepted, await ownerToken())
  await sendSlip(customer, second, photo, reference)

  await begin(page, { token: await ownerToken() })
  const payment = await openPayment(page, second)
  await expect(payment.getByText(/The same picture was sent for another order/)).toBeVisible()
  await payment.getByRole('button', { name: 'Accept payment' }).click()
  await expect(payment.getByText(`This reference was used for the order ${first} already.`)).toBeVisible()
  await expectSound(page)
  await payment.getByRole('button', { name: 'Reject', exact: true }).click()
  await payment.getByLabel('Why is it rejected?').fill('This transfer paid another order.')
  await payment.getByRole('button', { name: 'Reject slip' }).click()
  await expect(payment.getByText('Rejected', { exact: true })).toBeVisible()
  expect((await orderNow(second)).payment).toMatchObject({ paymentStatus: 'unpaid', held: 0 })
})

test('cash is recorded, and money of a cancelled order is refunded', { tag: '@phone' }, async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await newOrder(customer)
  const { total } = await orderNow(orderId)
  await begin(page, { token: await ownerToken() })
  let payment = await openPayment(page, orderId)
  await payment.getByRole('button', { name: 'Record a payment' }).focus()
  await page.keyboard.press('Enter')
  await expect(payment.getByLabel('Amount in LKR')).toBeFocused()
  await expect(payment.getByLabel('Amount in LKR')).toHaveValue(total.toFixed(2))
  await payment.getByLabel('Reference').fill('Receipt 17')
  await expectSound(page)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Payment recorded.')
  await expect(payment.getByText('Paid', { exact: true })).toBeVisible()

  await call('PUT', `/orders/${orderId}`, { status: 'cancelled' }, await ownerToken())
  await open(page, `/admin/refunds?view=${orderId}`)
  const dialog = page.getByRole('dialog', { name: `Payment of order ${orderId}` })
  payment = dialog.getByRole('region', { name: 'Payment' })
  await payment.getByRole('button', { name: 'Refund' }).click()
  await expect(payment.getByLabel('Amount in LKR')).toHaveValue(total.toFixed(2))
  await payment.getByLabel('Reason').fill('The customer cancelled')
  await expectSound(page)
  await payment.getByRole('button', { name: 'Record refund' }).click()
  await expectToast(page, 'Refund released.')
  await expect(payment.getByRole('region', { name: 'Refunds' })).toContainText('The customer cancelled')
  expect((await orderNow(orderId)).payment).toMatchObject({ paymentStatus: 'refunded', refundDue: 0 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: new RegExp(orderId) })).toHaveCount(0)
})

test('money for a cancelled order waits until staff close it', { tag: '@phone' }, async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await newOrder(customer)
  const token = await ownerToken()
  await call('PUT', `/orders/${orderId}`, { status: 'cancelled' }, token)
  await call(
    'POST',
    `/orders/${orderId}/charges`,
    { method: 'bankTransfer', amount: 50, reference: `late ${unique()}` },
    token,
  )
  await begin(page, { token })
  await open(page, '/admin/attention')
  const item = page.getByRole('article').filter({ has: page.getByRole('link', { name: orderId }) })
  await expectSound(page)
  await item.getByRole('button', { name: `Close: Paid after cancellation, ${orderId}` }).click()
  await item.getByLabel('What was done?').fill('The customer gets it back tomorrow.')
  await item.getByRole('button', { name: 'Close it' }).click()
  await expectToast(page, 'Closed.')
  await expect(item).toHaveCount(0)
})

/** Pays an attempt at the fake gateway twice, as a customer does who goes back and presses the button again. */
async function payTwice({ token }: Account, orderId: string) {
  type Form = { action: string; fields: Record<string, string> }
  const { action, fields } = await call<Form>('POST', `/orders/${orderId}/payments`, {}, token)
  const shown = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
  const session = /name="session" value="(\d+)"/.exec(await shown.text())?.[1] ?? ''
  for (let times = 0; times < 2; times += 1) {
    const body = new URLSearchParams({ session, choice: 'pay' })
    const paid = await fetch(new URL('/pay/finish', action), { method: 'POST', body, redirect: 'manual' })
    expect(paid.status).toBe(303)
  }
}

test('an order that was paid twice is noticed, and one payment is refunded', { tag: '@phone' }, async ({
  page,
}) => {
  test.setTimeout(120_000)
  const customer = await newCustomer()
  const orderId = await newOrder(customer, undefined, { paymentMethod: 'payhere' })
  const { total } = await orderNow(orderId)
  await payTwice(customer, orderId)
  // The shop believes a second payment once it has read the gateway's records.
  await expect
    .poll(async () => (await orderNow(orderId)).payment.refundDue, { timeout: 60_000, intervals: [1_000] })
    .toBe(total)
  await begin(page, { token: await ownerToken() })
  const payment = await openPayment(page, orderId)
  await expect(payment.getByText('Paid twice', { exact: true })).toBeVisible()
  await payment.getByRole('button', { name: 'Refund' }).click()
  await expect(payment.getByLabel('Amount in LKR')).toHaveValue(total.toFixed(2))
  await payment.getByLabel('How').selectOption('byHand')
  await payment.getByLabel('Reason').fill('Paid twice')
  await expectSound(page)
  await payment.getByRole('button', { name: 'Record refund' }).click()
  await expectToast(page, 'Refund released.')
  expect((await orderNow(orderId)).payment).toMatchObject({ held: total, refundDue: 0, amountDue: 0 })
  await payment
    .getByRole('button', { name: `Close: Paid twice, ${orderId}` })
    .first()
    .click()
  await payment.getByLabel('What was done?').fill('One of the two payments is refunded.')
  await payment.getByRole('button', { name: 'Close it' }).click()
  await expectToast(page, 'Closed.')
  await expectSound(page)
})

/** Sets the total above which an order that is paid on delivery is confirmed by telephone. */
async function confirmAbove(codConfirmAbove: number) {
  const [path, token] = ['/admin/settings/payments', await confirmedOwnerSession()]
  // Another test may change the section at the same time.
  await expect(async () => {
    const { version } = await call<{ version: number }>('GET', path, undefined, token)
    await call('PUT', path, { version, codConfirmAbove }, token)
  }).toPass()
}

test('a large order is packed after a call', { tag: '@phone' }, async ({ page }) => {
  await confirmAbove(5_000_000)
  const customer = await newCustomer()
  const { productId } = await newProduct({ price: 6_000_000, stock: 2 })
  const line = { productId, quantity: 1 }
  const [first, second] = [await newOrder(customer, line), await newOrder(customer, line)]
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/calls')
  const card = (orderId: string) => page.getByRole('article', { name: `Call about ${orderId}` })
  await expect(card(first).getByRole('link', { name: '+94 77 123 4567' })).toHaveAttribute(
    'href',
    'tel:+94771234567',
  )
  await card(first).getByRole('button', { name: 'Unreachable' }).click()
  await expect(card(first).getByText('Not reached')).toBeVisible()
  await expectSound(page)
  await card(first).getByRole('button', { name: 'Confirmed' }).click()
  await expect(card(first)).toHaveCount(0)
  await card(second).getByRole('button', { name: 'Refused' }).click()
  await question(page, 'Does the customer refuse the order?')
    .getByRole('button', { name: 'Cancel the order' })
    .click()
  await expectToast(page, 'Order cancelled.')
  await expect(card(second)).toHaveCount(0)
  expect((await orderNow(second)).status).toBe('cancelled')
  await call('POST', `/orders/${first}/fulfilment`, { step: 'packed' }, await ownerToken())
  await removeProduct(productId)
})

test('the pages of money fit a phone of 320 pixels', { tag: '@phone' }, async ({ page }) => {
  const customer = await newCustomer()
  const orderId = await newOrder(customer)
  await sendSlip(customer, orderId, await photograph(page, orderId))
  const token = await ownerToken()
  await call(
    'POST',
    `/orders/${orderId}/charges`,
    { method: 'cod', amount: 90_000.5, reference: 'cash' },
    token,
  )
  await page.setViewportSize({ width: 320, height: 700 })
  await begin(page, { token })
  for (const path of [
    '/admin/payments',
    '/admin/refunds',
    '/admin/attention',
    `/admin/refunds?view=${orderId}`,
  ]) {
    await open(page, path)
    // A dialog hides the heading from the tree of roles.
    await expect(page.locator('h1')).toBeAttached()
    await expectSound(page)
  }
})

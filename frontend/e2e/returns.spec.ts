// A return with a photo: the customer asks for it, staff judge it, receive it and send the money back; what the customer sees of each step.
import type { Browser, Page } from '@playwright/test'
import {
  type Account,
  call,
  newCustomer,
  newOrder,
  newProduct,
  newStaff,
  ownerToken,
  removeProduct,
} from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

const PRICE = 1200
const PHOTO = 'public/og.webp'

type Goods = Awaited<ReturnType<typeof newProduct>>

/** An order of two units that was delivered, and paid in cash. */
async function delivered(customer: Account, { productId }: Goods): Promise<string> {
  const orderId = await newOrder(customer, { productId, quantity: 2 })
  for (const step of ['packed', 'handedOver', 'delivered'])
    await call('POST', `/orders/${orderId}/fulfilment`, { step }, await ownerToken())
  return orderId
}

const stockOf = async ({ productId }: Goods) =>
  (await call<{ stock: number }>('GET', `/products/${productId}`)).stock

/** A window of its own for a member of staff. */
async function officeOf(browser: Browser, token: string): Promise<Page> {
  const office = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await begin(office, { token })
  return office
}

const cardOf = (office: Page, orderId: string) =>
  office.getByRole('article', { name: `Return of ${orderId}` })

/** Asks for a return of this many units on the page of the order. */
async function ask(page: Page, { productName }: Goods, units: number) {
  await page.getByRole('button', { name: 'Return items' }).click()
  await expect(page.getByRole('heading', { name: 'Return items' })).toBeFocused()
  await page.getByRole('checkbox', { name: productName }).check()
  for (let more = 1; more < units; more += 1)
    await page.getByRole('button', { name: `One more of ${productName}` }).click()
  await page.getByLabel('Why do you return it?').selectOption('It arrived damaged')
}

test('a return is asked for with a photo, approved, received in parts and refunded', async ({
  page,
  browser,
}) => {
  const goods = await newProduct({ price: PRICE, stock: 3 })
  const customer = await newCustomer()
  const orderId = await delivered(customer, goods)
  expect(await stockOf(goods)).toBe(1)

  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await ask(page, goods, 2)
  await page.getByLabel('What is wrong?').fill('The pump of one bottle is broken.')
  await page.getByLabel(/^Photos/).setInputFiles(PHOTO)
  await expect(page.getByText('og.webp')).toBeVisible()
  await page.getByLabel('Bank', { exact: true }).fill('Commercial Bank')
  await page.getByLabel('Account holder').fill('A Visitor')
  await page.getByLabel('Account number').fill('8001 234 567')
  await expectSound(page)
  await page.getByRole('button', { name: 'Send return' }).click()
  await expect(page.getByRole('heading', { name: 'Your return' })).toBeFocused()
  const theirs = page.getByRole('region', { name: 'Your return' })
  await expect(theirs.getByText('We are looking at it')).toBeVisible()
  await theirs.getByRole('button', { name: 'Show the picture of Photo 1' }).click()
  await expect(page.getByRole('img', { name: 'What is returned' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Return items' })).toHaveCount(0)
  await expectSound(page)

  const office = await officeOf(browser, await ownerToken())
  await open(office, '/admin/returns')
  const card = cardOf(office, orderId)
  await expect(card.getByText('The pump of one bottle is broken.')).toBeVisible()
  await expect(card.getByText(/8001 ?234 ?567/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Show the picture of Photo 1 of return 1' })).toBeVisible()
  await expectSound(office)
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(card).toHaveCount(0)
  await expect(office.getByRole('heading', { level: 1, name: 'Returns' })).toBeFocused()

  await page.reload()
  await expect(theirs.getByText('Approved').first()).toBeVisible()
  await expect(theirs.getByText(/^Please send the items to us/)).toBeVisible()
  await expectSound(page)

  await office.getByRole('button', { name: 'On their way back' }).click()
  await card.getByLabel('Back to stock').fill('1')
  await card.getByLabel('Written off').fill('1')
  await expectSound(office)
  await card.getByRole('button', { name: 'Record as received' }).click()
  await expect(card).toHaveCount(0)
  // What was written off never reaches the shelf.
  expect(await stockOf(goods)).toBe(2)

  await page.reload()
  await expect(
    theirs.getByText(/^We credited LKR\. 2,400\.00 for the items.*We return LKR\. 2,400\.00/),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment' }).getByText('Refund due').first()).toBeVisible()
  await expectSound(page)

  await open(office, `/admin/orders?q=${orderId}&view=${orderId}`)
  const dialog = office.getByRole('dialog', { name: `Order ${orderId}` })
  await expect(dialog.getByText('1 to stock, 1 written off')).toBeVisible()
  await expectSound(office)
  const payment = dialog.getByRole('region', { name: 'Payment' })
  await payment.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(payment.getByLabel('Amount in LKR')).toHaveValue('2400.00')
  await payment.getByLabel('Reason').fill('Returned')
  const recorded = office.waitForResponse((answer) => answer.url().endsWith(`/${orderId}/refunds`))
  await payment.getByRole('button', { name: 'Record refund' }).click()
  expect((await recorded).status()).toBe(201)
  await expect(payment.getByText('Refunded').first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('We returned LKR. 2,400.00 to you.')).toBeVisible()
  await office.context().close()
  await removeProduct(goods.productId)
})

test('a return that is not accepted says why, and one that was withdrawn can be asked for again', async ({
  page,
  browser,
}) => {
  const goods = await newProduct({ price: PRICE, stock: 2 })
  const customer = await newCustomer()
  const orderId = await delivered(customer, goods)
  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await page.getByRole('button', { name: 'Return items' }).click()
  await page.getByRole('button', { name: 'Send return' }).click()
  await expect(page.getByText('Choose at least one item')).toBeVisible()
  await expect(page.getByText('Please choose a reason')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await ask(page, goods, 1)
  await page.getByRole('button', { name: 'Send return' }).click()
  await page.getByRole('button', { name: 'Withdraw this return' }).click()
  await question(page, 'Withdraw this return?').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('You took this return back.')).toBeVisible()
  await expectSound(page)

  await ask(page, goods, 1)
  await page.getByRole('button', { name: 'Send return' }).click()
  await expect(page.getByRole('heading', { name: 'Your returns' })).toBeVisible()

  // A packer sees returns, and does not judge them; support does.
  const packer = await officeOf(browser, (await newStaff('fulfilment')).token)
  await open(packer, '/admin/returns')
  await expect(cardOf(packer, orderId)).toBeVisible()
  await expect(cardOf(packer, orderId).getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await packer.context().close()
  const office = await officeOf(browser, (await newStaff('support')).token)
  await open(office, '/admin/returns')
  const card = cardOf(office, orderId)
  await card.getByRole('button', { name: 'Reject' }).click()
  await card.getByLabel('Why is it not accepted?').fill('The seal is broken.')
  await expectSound(office)
  await card.getByRole('button', { name: 'Reject return' }).click()
  await expect(card).toHaveCount(0)
  await office.context().close()

  await page.reload()
  await expect(page.getByText('The seal is broken.').first()).toBeVisible()
  await expect(page.getByText('Not accepted').first()).toBeVisible()
  await expectSound(page)
  await removeProduct(goods.productId)
})

test('the pages of returns fit a phone of 320 pixels', { tag: '@phone' }, async ({ page, browser }) => {
  const goods = await newProduct({ price: 123_456.78, stock: 2 })
  const customer = await newCustomer()
  const orderId = await delivered(customer, goods)
  await page.setViewportSize({ width: 320, height: 700 })
  await begin(page, { token: customer.token })
  await open(page, `/orders/${orderId}`)
  await ask(page, goods, 2)
  await expectSound(page)
  await page.getByRole('button', { name: 'Send return' }).click()
  await expect(page.getByRole('heading', { name: 'Your return' })).toBeVisible()
  await expectSound(page)
  const office = await officeOf(browser, await ownerToken())
  await office.setViewportSize({ width: 320, height: 700 })
  await open(office, '/admin/returns')
  await expect(cardOf(office, orderId)).toBeVisible()
  await expectSound(office)
  await cardOf(office, orderId).getByRole('button', { name: 'Approve' }).click()
  await expect(cardOf(office, orderId)).toHaveCount(0)
  await open(office, '/admin/returns?state=approved')
  await expect(cardOf(office, orderId)).toBeVisible()
  await expectSound(office)
  await office.context().close()
  await removeProduct(goods.productId)
})

// Two tabs of one browser order the same cart: one order is placed.
import type { Page, Route } from '@playwright/test'
import { expectSentence } from './messages'
import { type Account, call, newCustomer, newProduct, removeProduct } from './shop-api'
import { begin, expect, test } from './shop-test'
import { open } from './watched-page'

const orderButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' })
const ordersOf = ({ token }: Account) => call<unknown[]>('GET', '/orders', undefined, token)
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for your order' })
const missingAddress = (page: Page) => page.getByText('the changed address is not in it')

async function fillInCheckout(page: Page, address = '14 Temple Road, Galle') {
  await open(page, '/cart')
  await orderButton(page).click()
  await expect(page).toHaveURL(/\/shipping$/)
  await page.getByLabel('Full Name').fill('Amaya Visitor')
  await page.getByLabel('Shipping Address').fill(address)
  await page.getByLabel('Phone Number').fill('+94 77 123 4567')
  await expect(orderButton(page)).toBeEnabled()
}

/** Hands each order that a page sends to `hold`. */
const onOrder = (page: Page, hold: (route: Route) => Promise<void>) =>
  page.route('**/api/orders', (route) =>
    route.request().method() === 'POST' ? hold(route) : route.fallback(),
  )

/** Two tabs with the checkout of the same cart, and what is still to be tidied away. */
async function twoTabs(page: Page) {
  const account = await newCustomer()
  const { productId } = await newProduct({ stock: 5 })
  await begin(page, { token: account.token, cart: [{ productId, quantity: 1 }] })
  return { account, productId, second: await page.context().newPage() }
}

test('the answer is lost in one, and the other orders', async ({ page }) => {
  const { account, productId, second } = await twoTabs(page)
  await fillInCheckout(page)
  await onOrder(page, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await orderButton(page).click()
  await expectSentence(page, 'Failed to place order. Please try again.')

  await fillInCheckout(second, '7 Lighthouse Street, Galle')
  await expect(second.getByText('We did not hear back about your last try.')).toBeVisible()
  await orderButton(second).click()
  await expect(second).toHaveURL(/\/order-success$/)
  await expect(missingAddress(second)).toBeVisible()
  expect(await ordersOf(account)).toHaveLength(1)

  await expect(page.getByText('Your cart was ordered or emptied in another tab.')).toBeVisible()
  await expect(page.getByText('You can safely try again')).toHaveCount(0)
  await removeProduct(productId)
})

for (const [same, address] of [
  ['the same', '14 Temple Road, Galle'],
  ['another', '7 Lighthouse Street, Galle'],
] as const) {
  test(`both press at the same moment, with ${same} address`, async ({ page }) => {
    const { account, productId, second } = await twoTabs(page)
    let held = 0
    let release = () => {}
    const bothSent = new Promise<void>((resolve) => {
      release = resolve
    })
    for (const tab of [page, second]) {
      await onOrder(tab, async (route) => {
        held += 1
        if (held === 2) release()
        await bothSent
        await route.continue()
      })
    }
    await fillInCheckout(page)
    await fillInCheckout(second, address)
    for (const tab of [page, second]) await orderButton(tab).click()
    for (const tab of [page, second]) await expect(tab).toHaveURL(/\/order-success$/)
    for (const tab of [page, second]) await expect(thanks(tab)).toBeVisible()
    const both = await Promise.all([page, second].map((tab) => missingAddress(tab).count()))
    expect(both.toSorted()).toEqual(same === 'the same' ? [0, 0] : [0, 1])
    expect(await ordersOf(account)).toHaveLength(1)
    await removeProduct(productId)
  })
}

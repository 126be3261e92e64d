// Staff paste a telephone number from a mail, a chat or a contact, and find its orders and its customer.
import { randomInt } from 'node:crypto'
import { call, newCustomer, ownerToken, restockSerum, SERUM } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

/** The spellings of a number of nine digits behind the prefix of the country. */
const pasted = (own: string): string[] => {
  const [network, first, middle, last] = [own.slice(0, 2), own.slice(2, 5), own.slice(5, 7), own.slice(7)]
  return [
    `+94 (${network}) ${first}\u2011${middle}.${last}`,
    `\u202a+94\u00a0${network}\u00a0${first}\u00a0${middle}${last}\u202c`,
    `0${network}.${first}.${middle}${last}`,
    `\u2066(0${network})\u202f${first}\u2013${middle}${last}\u2069`,
  ]
}

test('a pasted telephone number finds its orders and its customer', async ({ page }) => {
  const customer = await newCustomer()
  const own = `76${randomInt(1_000_000, 10_000_000)}`
  await restockSerum()
  const body = {
    orderedItems: [{ productId: SERUM.productId, quantity: 1 }],
    name: 'Amaya Visitor',
    address: '14 Temple Road, Galle',
    phone: `0${own}`,
  }
  const { order } = await call<{ order: { orderId: string } }>('POST', '/orders', body, customer.token)
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin/orders')
  const orders = page.getByRole('main').getByRole('textbox', { name: /^Search by order ID/ })
  for (const number of pasted(own)) {
    await orders.fill(number)
    await expect(page).toHaveURL(`/admin/orders?${new URLSearchParams({ q: number })}`)
    await expect(page.getByText(order.orderId).first()).toBeVisible()
    await expect(page.getByText('Showing 1 of 1 orders')).toBeVisible()
  }
  await open(page, '/admin/customers')
  const customers = page.getByRole('main').getByRole('textbox', { name: 'Search by name, email or phone' })
  for (const number of pasted(own)) {
    await customers.fill(number)
    await expect(page).toHaveURL(`/admin/customers?${new URLSearchParams({ q: number })}`)
    await expect(page.getByText(customer.email)).toBeVisible()
    await expect(page.getByText('Showing 1 of 1 customers')).toBeVisible()
  }
  await expectSound(page)
})

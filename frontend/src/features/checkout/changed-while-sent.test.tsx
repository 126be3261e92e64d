import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { beginSession } from '@/api/session'
import { address, addressBook, OFFICE } from '@/test/addresses'
import { openChargingShop, priced } from '@/test/charging-shop'
import { A, button, HERE, openShop, press, STATE, shopAnswers } from '@/test/checkout'
import { expectNotice } from '@/test/notices'
import { quoteFor } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { problem } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(() => {
  openShop()
  beginSession(fakeToken())
})

it('says that an order was not placed when the choices changed while it was sent', async () => {
  openChargingShop()
  addressBook([address(), OFFICE])
  const goods = quoteFor({ A: { ...A, lastPrice: 4900 } }, STATE.items)
  const dearer = priced(goods, { orderedItems: STATE.items, district: 'Kandy' })
  let refuse = () => {}
  const sent = new Promise<void>((resolve) => {
    refuse = resolve
  })
  shopAnswers(async () => {
    await sent
    return problem(409, { code: 'order.price_changed', quote: dearer })
  })
  const { user } = renderApp(HERE)
  await screen.findByRole('radio', { name: /^Home/ })
  await press(user)
  await button('Placing your order...')
  await user.click(await screen.findByRole('radio', { name: /^Bank transfer/ }))
  refuse()
  await expectNotice('Your order was not placed: prices changed. Please check the new total.')
  expect(screen.queryByRole('heading', { name: 'Prices have changed' })).toBeNull()
  await button('Proceed to Checkout')
})

import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession } from '@/api/session'
import type { Quote } from '@/api/types'
import { address, addressBook, OFFICE } from '@/test/addresses'
import { openChargingShop, priced } from '@/test/charging-shop'
import { A, B, button, choice, HERE, openShop, placed, press, STATE, shopAnswers } from '@/test/checkout'
import { quoteAnswer, quoteFor } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

vi.mock('@/features/payments/go-to-gateway', () => ({ goToGateway: vi.fn() }))

beforeEach(() => {
  openShop()
  beginSession(fakeToken())
})

describe('changed prices that wait to be accepted', () => {
  async function refusedOnce() {
    openChargingShop()
    addressBook([address(), OFFICE])
    const goods = quoteFor({ A: { ...A, lastPrice: 4900 } }, STATE.items)
    const dearer = priced(goods, { orderedItems: STATE.items, district: 'Kandy' })
    const calls = shopAnswers(() => problem(409, { code: 'order.price_changed', quote: dearer }), placed)
    const { user } = renderApp(HERE)
    await choice(/^Home/)
    await press(user)
    expect(await screen.findByRole('heading', { name: 'Prices have changed' })).toBeVisible()
    return { user, calls }
  }

  it('are given up with another method of payment, which is ordered once its price is known', async () => {
    const { user, calls } = await refusedOnce()
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    // Nothing is answered before the price is asserted to be unknown.
    server.use(http.post(at('/api/orders/quote'), () => waiting, { once: true }))
    await user.click(await choice(/^Bank transfer/))
    expect(screen.queryByRole('button', { name: 'Accept and place order' })).toBeNull()
    expect(await button('Working out the total...')).toBeDisabled()
    answer()
    await press(user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[1]?.body).toMatchObject({ paymentMethod: 'bankTransfer', expectedTotal: 9100.5 })
  })

  it('are given up with another address, also one of the same district', async () => {
    const { user } = await refusedOnce()
    await user.click(await choice(/^Office/))
    expect(screen.queryByRole('heading', { name: 'Prices have changed' })).toBeNull()
  })
})

describe('a refused method', () => {
  const refusals = (field: string, sentence: string, code: string) =>
    shopAnswers(() => problem(422, { code, errors: { [field]: [sentence] } }), placed)

  it('of payment is named in its section until another one is chosen', async () => {
    openChargingShop()
    addressBook([address()])
    refusals('paymentMethod', 'is not offered in this district', 'order.payment_not_available')
    const { user } = renderApp(HERE)
    await choice(/^Home/)
    await press(user)
    expect(await screen.findByText('Failed to place order. Please try again.')).toBeVisible()
    const payment = within(screen.getByRole('region', { name: 'Payment' }))
    expect(payment.getByRole('alert')).toHaveTextContent('Payment method is not offered in this district')
    await user.click(await choice(/^Bank transfer/))
    await waitFor(() => expect(payment.queryByRole('alert')).toBeNull())
  })

  it('of delivery is named in its section', async () => {
    openChargingShop()
    addressBook([address()])
    refusals('deliveryMethod', 'is not offered for this district', 'order.delivery_not_offered')
    const { user } = renderApp(HERE)
    await choice(/^Home/)
    await press(user)
    expect(await screen.findByText('Failed to place order. Please try again.')).toBeVisible()
    const delivery = within(screen.getByRole('region', { name: 'Delivery' }))
    expect(delivery.getByRole('alert')).toHaveTextContent('Delivery method is not offered for this district')
  })

  it('of payment that the shop offers no more gives way, and says so', async () => {
    openChargingShop()
    const { user } = renderApp(HERE)
    await user.click(await choice(/^Bank transfer/))
    await waitFor(async () => expect(await choice(/^Bank transfer/)).toBeChecked())
    server.use(
      quoteAnswer({ A, B }, (goods, request) => {
        if (request.paymentMethod === 'bankTransfer')
          return problem(422, {
            code: 'order.payment_unavailable',
            errors: { paymentMethod: ['is not offered by this shop'] },
          })
        const quote = priced(goods, request) as Quote
        return {
          ...quote,
          paymentOptions: quote.paymentOptions.filter(({ method }) => method !== 'bankTransfer'),
        }
      }),
    )
    await user.selectOptions(screen.getByLabelText('District'), 'Kandy')
    const words = 'Bank transfer is not available for this order. Cash on delivery is chosen instead.'
    expect(await screen.findByText(words)).toHaveRole('status')
    expect(await choice(/^Cash on delivery/)).toBeChecked()
  })

  it('of payment gives way to another one, and says so', async () => {
    openChargingShop()
    const { user } = renderApp(HERE)
    await user.selectOptions(await screen.findByLabelText('District'), 'Kandy')
    await user.click(await choice(/^Bank transfer/))
    await user.click(await choice(/^Cash on delivery/))
    await user.selectOptions(screen.getByLabelText('District'), 'Jaffna')
    const words = 'Cash on delivery is not available for this order. Bank transfer is chosen instead.'
    expect(await screen.findByText(words)).toHaveRole('status')
    expect(await choice(/^Bank transfer/)).toBeChecked()
    await user.click(await choice(/^Card or wallet/))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })
})

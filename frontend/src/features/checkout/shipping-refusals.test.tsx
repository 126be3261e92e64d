import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession } from '@/api/session'
import { useCart } from '@/features/cart/store'
import { A, button, fill, HERE, openShop, placed, press, STATE, shopAnswers } from '@/test/checkout'
import { expectNotice } from '@/test/notices'
import { quoteAnswer, quoteFor } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(openShop)

describe('a refused order', () => {
  it('shows a changed price line by line and orders at the new total once it is accepted', async () => {
    beginSession(fakeToken())
    const dearer = quoteFor({ A: { ...A, lastPrice: 4900 } }, STATE.items)
    const calls = shopAnswers(() => problem(409, { code: 'order.price_changed', quote: dearer }), placed)
    const { user } = renderApp(HERE)
    await fill(user)
    await press(user)
    const notice = within(await screen.findByRole('alert'))
    expect(notice.getByRole('heading', { name: 'Prices have changed' })).toHaveFocus()
    expect(notice.getByText('Glow Serum').parentElement).toHaveTextContent(
      'was LKR. 8,700.50, now LKR. 9,800.00',
    )
    expect(notice.getByText(/New total/)).toHaveTextContent('LKR. 9,800.00')
    await press(user, 'Accept and place order')
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[1]?.body.expectedTotal).toBe(9800)
  })

  it('shows shortages and orders the available quantities once accepted', async () => {
    beginSession(fakeToken())
    useCart.getState().add('A', 2)
    const lines = [{ productId: 'A', name: 'Glow Serum', requested: 2, available: 1 }]
    const calls = shopAnswers(() => problem(409, { code: 'order.out_of_stock', lines }), placed)
    const { user } = renderApp(HERE)
    await fill(user)
    await press(user)
    const notice = within(await screen.findByRole('alert'))
    expect(notice.getByText('Glow Serum').parentElement).toHaveTextContent(
      'You asked for 2. There is 1 left.',
    )
    await waitFor(() => expect(notice.getByText(/New total/)).toHaveTextContent('LKR. 4,350.25'))
    await press(user, 'Accept and place order')
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[1]?.body).toMatchObject({
      orderedItems: [{ productId: 'A', quantity: 1 }],
      expectedTotal: 4350.25,
    })
    expect(useCart.getState().lines).toEqual([])
  })

  it('names the product that is no longer sold', async () => {
    beginSession(fakeToken())
    const errors = { 'orderedItems[1].productId': ['is not a product of this shop'] }
    shopAnswers(() => {
      server.use(quoteAnswer({ A }))
      return problem(422, { code: 'order.unknown_product', errors })
    })
    const items = [...STATE.items, { productId: 'B', quantity: 1 }]
    const { user } = renderApp({ pathname: '/shipping', state: { items } })
    await fill(user)
    await press(user)
    await expectNotice('Night Oil is no longer sold and was removed from your order.')
    await waitFor(() => expect(screen.queryByText('Night Oil')).toBeNull())
  })

  it('names the district that the charge depends on', async () => {
    beginSession(fakeToken())
    const errors = { district: ['is required, because the delivery charge depends on it'] }
    shopAnswers(() => problem(422, { code: 'order.district_needed', errors }))
    const { user } = renderApp(HERE)
    await fill(user)
    await press(user)
    expect(await screen.findByText('Failed to place order. Please try again.')).toBeVisible()
    const district = screen.getByLabelText(/^District/)
    expect(district).toHaveAccessibleDescription(
      /District is required, because the delivery charge depends on it/,
    )
  })

  it('tells a new customer what to do at the limit', async () => {
    beginSession(fakeToken())
    const message = 'A new customer can have 3 open orders at most. Please verify your e-mail address.'
    shopAnswers(() => problem(409, { code: 'order.new_customer_limit', message }))
    const { user } = renderApp(HERE)
    await fill(user)
    await press(user)
    expect(await screen.findByText(message)).toBeVisible()
  })

  it('adjusts short lines before a request', async () => {
    beginSession(fakeToken())
    const { user } = renderApp({ pathname: '/shipping', state: { items: [{ productId: 'A', quantity: 9 }] } })
    await user.click(await button('Change to 3: Glow Serum'))
    expect(screen.getByRole('list', { name: 'Your items' })).toHaveFocus()
    await waitFor(() =>
      expect(screen.getByText('Grand Total').nextElementSibling).toHaveTextContent('LKR. 13,050.75'),
    )
  })

  it('explains the limit of products per order', async () => {
    beginSession(fakeToken())
    server.use(http.post(at('/api/orders/quote'), () => problem(422)))
    const calls = shopAnswers(placed)
    const items = Array.from({ length: 102 }, (_, place) => ({ productId: `P${place}`, quantity: 1 }))
    const { user } = renderApp({ pathname: '/shipping', state: { items, fromCart: true } })
    const notice = within(
      await screen.findByText(/^One order takes at most 100/).then((p) => p.parentElement as HTMLElement),
    )
    expect(
      notice.getByText('One order takes at most 100 different products, and here are 102.'),
    ).toBeVisible()
    expect(notice.getByText(/^Please take 2 products out of the cart/)).toBeVisible()
    expect(notice.getByRole('link', { name: 'Back to cart' })).toHaveAttribute('href', '/cart')
    await press(user)
    expect(await screen.findByText('There are too many different products for one order.')).toBeVisible()
    expect(calls).toEqual([])
  })
})

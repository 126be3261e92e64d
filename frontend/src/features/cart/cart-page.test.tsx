import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import type { OrderedItem } from '@/api/types'
import { enterCoupon, removeCoupon } from '@/features/promotions/coupon'
import { expectNotice } from '@/test/notices'
import { quoteAnswer, quoteFor, quoteItem } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, SHOP, server } from '@/test/server'
import { useCart } from './store'

const CATALOGUE = {
  A: quoteItem({ productId: 'A', name: 'Glow Serum', price: 5000, lastPrice: 4350.25, stock: 3 }),
  B: quoteItem({ productId: 'B', name: 'Night Oil', price: 5600, lastPrice: 5600, stock: 10 }),
  C: quoteItem({ productId: 'C', name: 'Lip Gloss', price: 900, lastPrice: 900, stock: 0 }),
}

beforeEach(() => {
  useCart.setState({ lines: [] })
  removeCoupon()
  server.use(quoteAnswer(CATALOGUE))
})

const lineOf = (name: string) => {
  const line = screen.getByRole('link', { name }).closest('li')
  if (line === null) throw new Error(`${name} is on no line`)
  return within(line)
}
const row = (label: string) => screen.getByText(label).nextElementSibling

describe('the cart', () => {
  it('increments and decrements a line, and removes it by minus at 1', async () => {
    useCart.getState().add('A', 1)
    useCart.getState().add('B', 1)
    const { user } = renderApp('/cart')
    await user.click(await screen.findByRole('button', { name: 'One more of Glow Serum' }))
    expect(lineOf('Glow Serum').getByText('LKR. 8,700.50')).toBeVisible()
    await waitFor(() => expect(row('Grand Total')).toHaveTextContent('LKR. 14,300.50'))
    await user.click(screen.getByRole('button', { name: 'One less of Glow Serum' }))
    await user.click(screen.getByRole('button', { name: 'Remove Glow Serum' }))
    expect(screen.queryByRole('link', { name: 'Glow Serum' })).toBeNull()
    expect(useCart.getState().lines).toEqual([{ productId: 'B', quantity: 1 }])
    expect(screen.getByRole('list', { name: 'Items in your cart' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Remove Night Oil from the cart' }))
    expect(screen.getByText('Your cart is empty.')).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('shows a shortage on its line with a button that fixes it, and no checkout before', async () => {
    useCart.getState().add('A', 5)
    useCart.getState().add('C', 1)
    const { user, router } = renderApp('/cart')
    expect(await screen.findByText('Only 3 in stock')).toBeVisible()
    expect(screen.getByText('Sold out')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }))
    expect(router.state.location.pathname).toBe('/cart')
    expect(screen.getByRole('button', { name: 'Change to 3: Glow Serum' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Change to 3: Glow Serum' }))
    expect(screen.getByRole('link', { name: 'Glow Serum' }).closest('li')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Remove: Lip Gloss' }))
    expect(useCart.getState().lines).toEqual([{ productId: 'A', quantity: 3 }])
    await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipping'))
    expect(router.state.location.state).toEqual({ items: [{ productId: 'A', quantity: 3 }], fromCart: true })
  })

  it('removes a product that is no longer sold, with a notice', async () => {
    useCart.getState().add('GONE', 1)
    useCart.getState().add('B', 1)
    renderApp('/cart')
    await expectNotice('GONE is no longer sold and was removed from your cart.')
    expect(useCart.getState().lines).toEqual([{ productId: 'B', quantity: 1 }])
    expect(await screen.findByRole('link', { name: 'Night Oil' })).toBeVisible()
  })

  it('shows the prices without a coupon while no code is looked at, after too many wrong ones', async () => {
    enterCoupon('GUESS')
    server.use(quoteAnswer(CATALOGUE, (quote, { couponCode }) => (couponCode ? problem(429) : quote)))
    useCart.getState().add('B', 1)
    renderApp('/cart')
    expect(await screen.findByText(/^You tried too many coupon codes/)).toBeVisible()
    expect(row('Grand Total')).toHaveTextContent('LKR. 5,600.00')
  })

  describe('stored with more products than an order accepts', () => {
    const ids = Array.from({ length: 11 }, (_, index) => `P${index}`)
    const products = Object.fromEntries(
      ids.map((productId, index) => [
        productId,
        quoteItem({ productId, name: `Product ${index}`, price: 0.2, lastPrice: 0.1, stock: 9 }),
      ]),
    )
    beforeEach(() => {
      shopFacts.shop = { ...SHOP, limits: { ...SHOP.limits, cartLines: 5 } }
      useCart.setState({ lines: ids.map((productId) => ({ productId, quantity: 1 })) })
    })
    afterEach(() => {
      shopFacts.shop = SHOP
    })

    it('sums quotes of as many lines as an order accepts, and says how many lines to remove', async () => {
      const quoteSizes: number[] = []
      server.use(
        http.post(at('/api/orders/quote'), async ({ request }) => {
          const { orderedItems } = (await request.json()) as { orderedItems: OrderedItem[] }
          quoteSizes.push(orderedItems.length)
          return HttpResponse.json(quoteFor(products, orderedItems))
        }),
      )
      const { user, router } = renderApp('/cart')
      await screen.findByRole('link', { name: 'Product 10' })
      expect(quoteSizes.sort()).toEqual([1, 5, 5])
      expect(row('Grand Total')).toHaveTextContent('LKR. 1.10')
      expect(row('Discount')).toHaveTextContent('LKR. 1.10')
      await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }))
      await expectNotice(
        'An order takes at most 5 different products. Please take 6 out of your cart to go on.',
      )
      expect(router.state.location.pathname).toBe('/cart')
    })

    it('loses a product of the second quote that is no longer sold', async () => {
      const { P8: _, ...sold } = products
      server.use(quoteAnswer(sold))
      renderApp('/cart')
      expect(await screen.findByRole('link', { name: 'Product 10' })).toBeVisible()
      expect(useCart.getState().lines.map(({ productId }) => productId)).toEqual(
        ids.filter((id) => id !== 'P8'),
      )
    })
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderedItem } from '@/api/types'
import { expectNotice } from '@/test/notices'
import { quoteAnswer, quoteFor, quoteItem } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { useCart } from './store'

const CATALOGUE = {
  A: quoteItem({ productId: 'A', name: 'Glow Serum', price: 5000, lastPrice: 4350.25, stock: 3 }),
  B: quoteItem({ productId: 'B', name: 'Night Oil', price: 5600, lastPrice: 5600, stock: 10 }),
  C: quoteItem({ productId: 'C', name: 'Lip Gloss', price: 900, lastPrice: 900, stock: 0 }),
}

beforeEach(() => {
  useCart.setState({ lines: [] })
  server.use(quoteAnswer(CATALOGUE))
})

const lineOf = (name: string) => {
  const line = screen.getByRole('link', { name }).closest('li')
  if (line === null) throw new Error(`${name} is on no line`)
  return within(line)
}
const row = (label: string) => screen.getByText(label).nextElementSibling

describe('the cart', () => {
  it('says that it is empty and shows the way on', async () => {
    renderApp('/cart')
    expect(await screen.findByText('Your cart is empty.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse products' })).toHaveAttribute('href', '/products')
  })

  it('prices its lines and sums by the quote', async () => {
    useCart.getState().add('A', 2)
    useCart.getState().add('B', 1)
    renderApp('/cart')
    await screen.findByRole('link', { name: 'Glow Serum' })
    expect(lineOf('Glow Serum').getByText('LKR. 8,700.50')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Order Summary' })).toBeVisible()
    expect(row('Subtotal')).toHaveTextContent('LKR. 15,600.00')
    expect(row('Discount')).toHaveTextContent('LKR. 1,299.50')
    expect(row('Grand Total')).toHaveTextContent('LKR. 14,300.50')
  })

  it('counts up and down, and minus at 1 takes the line out in place', async () => {
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

  it('says on the line what is short, and one tap mends it; until then there is no checkout', async () => {
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

  it('takes a product out that the shop no longer has, and says so', async () => {
    useCart.getState().add('GONE', 1)
    useCart.getState().add('B', 1)
    renderApp('/cart')
    await expectNotice('GONE is no longer sold and was removed from your cart.')
    expect(useCart.getState().lines).toEqual([{ productId: 'B', quantity: 1 }])
    expect(await screen.findByRole('link', { name: 'Night Oil' })).toBeVisible()
  })

  describe('kept from earlier times, with more than an order takes', () => {
    const ids = Array.from({ length: 205 }, (_, place) => `P${place}`)
    // 0.1 and 0.2 have no exact binary representation: their sum must be exact to the cent.
    const many = Object.fromEntries(
      ids.map((productId, place) => [
        productId,
        quoteItem({ productId, name: `Product ${place}`, price: 0.2, lastPrice: 0.1, stock: 9 }),
      ]),
    )
    const keep = (wanted: readonly string[]) => {
      const lines = wanted.map((productId) => ({ productId, quantity: 1 }))
      act(() => useCart.setState({ lines }))
    }

    it('is priced in parts of 100 and summed to the cent; it says how many must go', async () => {
      const parts: number[] = []
      server.use(
        http.post(at('/api/orders/quote'), async ({ request }) => {
          const { orderedItems } = (await request.json()) as { orderedItems: OrderedItem[] }
          parts.push(orderedItems.length)
          return HttpResponse.json(quoteFor(many, orderedItems))
        }),
      )
      keep(ids)
      const { user, router } = renderApp('/cart')
      await screen.findByRole('link', { name: 'Product 204' })
      expect(parts.sort()).toEqual([100, 100, 5])
      expect(row('Grand Total')).toHaveTextContent('LKR. 20.50')
      expect(row('Discount')).toHaveTextContent('LKR. 20.50')
      await user.click(screen.getByRole('button', { name: 'Proceed to Checkout' }))
      const sentence =
        'An order takes at most 100 different products. Please take 105 out of your cart to go on.'
      await expectNotice(sentence)
      expect(router.state.location.pathname).toBe('/cart')
    })

    it('loses a product that is gone, in a later part too', async () => {
      const { P103: _, ...left } = many
      server.use(quoteAnswer(left))
      keep(ids.slice(0, 110))
      renderApp('/cart')
      expect(await screen.findByRole('link', { name: 'Product 109' })).toBeVisible()
      expect(useCart.getState().lines.map(({ productId }) => productId)).toEqual(
        ids.slice(0, 110).filter((id) => id !== 'P103'),
      )
    })
  })

  it('stays usable when there is no quote, and tries again', async () => {
    useCart.getState().add('B', 2)
    server.use(http.post(at('/api/orders/quote'), () => problem(503, { message: 'Please wait a moment.' })))
    const { user } = renderApp('/cart')
    expect(await screen.findByText('Please wait a moment.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'B' })).toBeVisible()
    expect(row('Grand Total')).toHaveTextContent('–')
    server.use(quoteAnswer(CATALOGUE))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Night Oil' })).toBeVisible()
    expect(screen.queryByText('Please wait a moment.')).toBeNull()
  })
})

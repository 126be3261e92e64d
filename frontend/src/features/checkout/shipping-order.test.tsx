import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession } from '@/api/session'
import { useCart } from '@/features/cart/store'
import { A, button, fill, HERE, openShop, placed, press, STATE, shopAnswers } from '@/test/checkout'
import { expectNotice } from '@/test/notices'
import { quoteAnswer } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(openShop)

describe('an order of the checkout', () => {
  it('does not request a quote for lines left of those just bought', async () => {
    beginSession(fakeToken())
    shopAnswers(() => {
      server.use(quoteAnswer({ A: { ...A, stock: 0 } }))
      return placed()
    })
    const quotes: string[] = []
    const { user, client, router } = renderApp(HERE)
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === 'quote') quotes.push(query.state.fetchStatus)
    })
    await fill(user)
    quotes.length = 0
    await press(user)
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-success'))
    expect(quotes).not.toContain('fetching')
  })

  it('leaves the cart alone after Buy Now', async () => {
    beginSession(fakeToken())
    useCart.getState().add('A', 2)
    shopAnswers(placed)
    const { user } = renderApp({ pathname: '/shipping', state: { items: STATE.items } })
    await fill(user)
    await press(user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(useCart.getState().lines).toEqual([{ productId: 'A', quantity: 2 }])
  })

  it('says before ordering that the cart was ordered in another tab', async () => {
    beginSession(fakeToken())
    useCart.setState({ lines: STATE.items })
    const calls = shopAnswers(placed)
    const { user } = renderApp(HERE)
    await fill(user)
    act(() => useCart.setState({ lines: [] }))
    expect(await screen.findByText('Your cart was ordered or emptied in another tab.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Proceed to Checkout' })).toBeNull()
    expect(screen.getByRole('link', { name: 'View your orders' })).toBeVisible()
    await user.click(await button('Order these items all the same'))
    await press(user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[0]?.body.orderedItems).toEqual(STATE.items)
  })

  it('is not sent when the cart was ordered in another tab, before its event arrives', async () => {
    beginSession(fakeToken())
    useCart.setState({ lines: STATE.items })
    const calls = shopAnswers(placed)
    const { user } = renderApp(HERE)
    await fill(user)
    localStorage.setItem('cart', '[]')
    await press(user)
    expect(await screen.findByText('Your cart was ordered or emptied in another tab.')).toBeVisible()
    expect(calls).toEqual([])
  })

  it('goes on with the cart as another tab has changed it', async () => {
    beginSession(fakeToken())
    useCart.setState({ lines: STATE.items })
    const calls = shopAnswers(placed)
    const { user } = renderApp(HERE)
    await fill(user)
    act(() => useCart.getState().add('B', 1))
    await user.click(await button('Use the present cart'))
    await press(user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[0]?.body.orderedItems).toEqual([...STATE.items, { productId: 'B', quantity: 1 }])
  })

  it('keeps the key without an answer, also over a reload', async () => {
    beginSession(fakeToken())
    const calls = shopAnswers(() => HttpResponse.error(), placed)
    const first = renderApp(HERE)
    await fill(first.user)
    await press(first.user)
    expect(await screen.findByText('Failed to place order. Please try again.')).toBeVisible()
    const told = screen.getByText(/We did not hear back about your last try/)
    expect(told.closest('[role=alert]')?.parentElement?.nextElementSibling).toBe(
      await button('Proceed to Checkout'),
    )
    first.unmount()
    const { user } = renderApp('/shipping')
    expect(await screen.findByText(/We did not hear back about your last try/)).toBeVisible()
    expect(screen.getByLabelText('Full Name')).toHaveValue('Nimal Perera')
    await press(user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls).toHaveLength(2)
    expect(calls[1]).toEqual(calls[0])
  })

  it('keeps another basket when an earlier order is found', async () => {
    beginSession(fakeToken())
    const taken = () => problem(422, { code: 'order.key_reused' })
    const calls = shopAnswers(() => HttpResponse.error(), taken, placed, placed)
    const first = renderApp({ pathname: '/shipping', state: { items: STATE.items } })
    await fill(first.user)
    await press(first.user)
    expect(await screen.findByText('Failed to place order. Please try again.')).toBeVisible()
    first.unmount()
    const other = { items: [{ productId: 'B', quantity: 1 }] }
    const { user, router } = renderApp('/cart')
    await act(() => router.navigate('/shipping', { state: other }))
    await press(user)
    await expectNotice('Your earlier order ARL-7XK2 had gone through. What you see here is not ordered yet.')
    expect(router.state.location.pathname).toBe('/shipping')
    expect(screen.getByText('Night Oil')).toBeVisible()
    expect(screen.queryByText(/We did not hear back about your last try/)).toBeNull()
    await press(user)
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-success'))
    expect(calls.map(({ body }) => body.orderedItems[0]?.productId)).toEqual(['A', 'B', 'A', 'B'])
    expect(calls[3]?.key).not.toBe(calls[0]?.key)
  })
})

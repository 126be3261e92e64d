import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { PlaceOrderRequest } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { expectNotice } from '@/test/notices'
import { order, quoteAnswer, quoteFor, quoteItem } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const A = quoteItem({ productId: 'A', name: 'Glow Serum', price: 5000, lastPrice: 4350.25, stock: 3 })
const B = quoteItem({ productId: 'B', name: 'Night Oil', price: 5600, lastPrice: 5600, stock: 10 })
const STATE = { items: [{ productId: 'A', quantity: 2 }], fromCart: true }
const HERE = { pathname: '/shipping', state: STATE }

beforeEach(() => {
  sessionStorage.clear()
  endSession('logout')
  useCart.setState({ lines: [] })
  server.use(
    quoteAnswer({ A, B }),
    http.get(at('/api/users/google/config'), () => problem(404)),
  )
})

type User = ReturnType<typeof renderApp>['user']
const button = (name: string) => screen.findByRole('button', { name })

async function fill(user: User, address = '12 Flower Road') {
  await user.clear(await screen.findByLabelText('Full Name'))
  await user.type(screen.getByLabelText('Full Name'), 'Nimal Perera')
  await user.type(screen.getByLabelText('Shipping Address'), address)
  await user.type(screen.getByLabelText('Phone Number'), '077 123 4567')
}
const press = async (user: User, name = 'Proceed to Checkout') => user.click(await button(name))

/** Records what is sent; answers with whatever `answers` has next, the last one for good. */
function shopAnswers(...answers: (() => Response | Promise<Response>)[]) {
  const calls: { body: PlaceOrderRequest; key: string | null }[] = []
  server.use(
    http.post(at('/api/orders'), async ({ request }) => {
      const body = (await request.json()) as PlaceOrderRequest
      calls.push({ body, key: request.headers.get('Idempotency-Key') })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer?.() ?? problem(500)
    }),
  )
  return calls
}
const placed = () => HttpResponse.json({ message: 'ok', order: order() }, { status: 201 })

describe('the checkout', () => {
  it('sends whoever has nothing to order to the cart', async () => {
    const { router } = renderApp('/shipping')
    await expectNotice('There Are No Items In The Cart')
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'))
  })

  it('shows the items and the summary', async () => {
    renderApp(HERE)
    expect(await screen.findByText('Glow Serum')).toBeVisible()
    const amount = (label: string) => screen.getByText(label).nextElementSibling
    expect(amount('Subtotal')).toHaveTextContent('LKR. 10,000.00')
    expect(amount('Discount')).toHaveTextContent('LKR. 1,299.50')
    expect(amount('Grand Total')).toHaveTextContent('LKR. 8,700.50')
    expect(screen.getByLabelText('Full Name')).toHaveAttribute('autocomplete', 'shipping name')
    expect(screen.getByLabelText('Shipping Address')).toHaveAttribute(
      'autocomplete',
      'shipping street-address',
    )
    expect(screen.getByLabelText('Phone Number')).toHaveAttribute('inputmode', 'tel')
  })

  it('asks a guest to log in, and comes back with what was typed', async () => {
    server.use(
      http.post(at('/api/users/login'), () =>
        HttpResponse.json({ message: 'Login successful', user: {}, blocked: false, token: fakeToken() }),
      ),
    )
    const { user, router } = renderApp(HERE)
    await fill(user)
    await press(user)
    await expectNotice('You need to log in to place an order.')
    await waitFor(() => expect(router.state.location.search).toBe('?next=/shipping'))
    await user.type(await screen.findByLabelText('Email'), 'nimal@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await press(user, 'Login to your account')
    expect(await screen.findByLabelText('Shipping Address')).toHaveValue('12 Flower Road')
    expect(await screen.findByText('Glow Serum')).toBeVisible()
  })

  it('gives what a guest typed to no other login in that tab', async () => {
    const first = renderApp(HERE)
    await fill(first.user)
    await press(first.user)
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/login'))
    first.unmount()
    beginSession(fakeToken({ email: 'other@example.com', firstName: 'Other', lastName: 'Person' }))
    renderApp(HERE)
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Other Person')
    expect(screen.getByLabelText('Shipping Address')).toHaveValue('')
    expect(screen.getByLabelText('Phone Number')).toHaveValue('')
  })

  it('gives what an account typed to no other account, even where the form stands open', async () => {
    beginSession(fakeToken())
    const { user } = renderApp(HERE)
    await fill(user)
    act(() => beginSession(fakeToken({ email: 'other@example.com' })))
    expect(screen.getByLabelText('Shipping Address')).toHaveValue('')
    act(() => beginSession(fakeToken()))
    expect(screen.getByLabelText('Shipping Address')).toHaveValue('12 Flower Road')
  })

  it('forgets what was typed at logout', async () => {
    beginSession(fakeToken())
    server.use(http.post(at('/api/users/logout'), () => HttpResponse.json({ message: 'ok' })))
    const { user, router } = renderApp(HERE)
    await fill(user)
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    act(() => beginSession(fakeToken()))
    await act(() => router.navigate('/shipping', { state: STATE }))
    expect(await screen.findByLabelText('Shipping Address')).toHaveValue('')
  })

  it('shows an order to nobody who has the session by the time it is placed', async () => {
    beginSession(fakeToken())
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    shopAnswers(() => held.then(placed))
    const { user, router, client } = renderApp(HERE)
    await fill(user)
    await press(user)
    await waitFor(() => expect(client.isMutating()).toBe(1))
    act(() => beginSession(fakeToken({ email: 'other@example.com' })))
    await act(async () => answer())
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(router.state.location.pathname).toBe('/shipping')
    expect(client.getQueryData(['orders', 'detail', 'ARL-7XK2'])).toBeUndefined()
  })

  it('is not behind the order that was placed after a login', async () => {
    const { user, router } = renderApp('/cart')
    await act(() => router.navigate('/shipping', { state: STATE }))
    await press(user)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'))
  })

  it('asks for every detail, and puts the focus on the first that is missing', async () => {
    beginSession(fakeToken())
    const { user } = renderApp(HERE)
    await user.clear(await screen.findByLabelText('Full Name'))
    await press(user)
    await expectNotice('Please fill in all shipping details.')
    expect(screen.getByLabelText('Full Name')).toHaveFocus()
    expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription(/Full name is required/)
    expect(screen.getByLabelText('Phone Number')).toBeInvalid()
  })

  it('places the order with the total that was shown, and takes the bought lines from the cart', async () => {
    beginSession(fakeToken())
    useCart.getState().add('A', 3)
    useCart.getState().add('B', 1)
    const calls = shopAnswers(placed)
    const { user, router } = renderApp(HERE)
    await fill(user)
    await press(user)
    await expectNotice('Order placed successfully!')
    await waitFor(() => expect(router.state.location.pathname).toBe('/order-success'))
    expect(calls[0]?.body).toEqual({
      orderedItems: [{ productId: 'A', quantity: 2 }],
      name: 'Nimal Perera',
      address: '12 Flower Road',
      phone: '077 123 4567',
      expectedTotal: 8700.5,
    })
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(useCart.getState().lines).toEqual([
      { productId: 'A', quantity: 1 },
      { productId: 'B', quantity: 1 },
    ])
  })

  it('does not ask anew what is left of the lines just bought', async () => {
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
    await expectNotice('Order placed successfully!')
    expect(useCart.getState().lines).toEqual([{ productId: 'A', quantity: 2 }])
  })

  it('keeps the key when no answer came, over a reload too', async () => {
    beginSession(fakeToken())
    const calls = shopAnswers(() => HttpResponse.error(), placed)
    const first = renderApp(HERE)
    await fill(first.user)
    await press(first.user)
    await expectNotice('Failed to place order. Please try again.')
    expect(screen.getByText(/We did not hear back about your last try/)).toBeVisible()
    first.unmount()
    const { user } = renderApp('/shipping')
    expect(await screen.findByText(/We did not hear back about your last try/)).toBeVisible()
    expect(screen.getByLabelText('Full Name')).toHaveValue('Nimal Perera')
    await press(user)
    await expectNotice('Order placed successfully!')
    expect(calls).toHaveLength(2)
    expect(calls[1]).toEqual(calls[0])
  })

  it('keeps another basket when an earlier order turns up', async () => {
    beginSession(fakeToken())
    const taken = () => problem(422, { code: 'order.key_reused' })
    const calls = shopAnswers(() => HttpResponse.error(), taken, placed, placed)
    const first = renderApp({ pathname: '/shipping', state: { items: STATE.items } })
    await fill(first.user)
    await press(first.user)
    await expectNotice('Failed to place order. Please try again.')
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
    await expectNotice('Order placed successfully!')
    expect(calls[1]?.body.expectedTotal).toBe(9800)
  })

  it('shows what is short and orders what there is once that is accepted', async () => {
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
    await expectNotice('Order placed successfully!')
    expect(calls[1]?.body).toMatchObject({
      orderedItems: [{ productId: 'A', quantity: 1 }],
      expectedTotal: 4350.25,
    })
    expect(useCart.getState().lines).toEqual([])
  })

  it('names what the order was refused for because it is no longer sold', async () => {
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

  it('asks to log in again when the session is over, without losing anything', async () => {
    beginSession(fakeToken())
    shopAnswers(() => problem(401))
    const { user, router } = renderApp(HERE)
    await fill(user)
    await press(user)
    await expectNotice('You need to log in to place an order.')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.state).toEqual({ nextState: STATE })
  })

  it('adjusts what is short before anything is sent', async () => {
    beginSession(fakeToken())
    const { user } = renderApp({ pathname: '/shipping', state: { items: [{ productId: 'A', quantity: 9 }] } })
    await user.click(await button('Change to 3: Glow Serum'))
    expect(screen.getByRole('list', { name: 'Your items' })).toHaveFocus()
    await waitFor(() =>
      expect(screen.getByText('Grand Total').nextElementSibling).toHaveTextContent('LKR. 13,050.75'),
    )
  })

  it('says what to do about more products than one order takes', async () => {
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
    await expectNotice('There are too many different products for one order.')
    expect(calls).toEqual([])
  })

  it('says when there is no quote and tries again', async () => {
    server.use(http.post(at('/api/orders/quote'), () => HttpResponse.error()))
    const { user } = renderApp(HERE)
    const retry = await button('Try again')
    server.use(quoteAnswer({ A, B }))
    await user.click(retry)
    expect(await screen.findByText('Glow Serum')).toBeVisible()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Order, OrderEvent } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { expectNotice } from '@/test/notices'
import { order } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const event = (fields: Partial<OrderEvent>): OrderEvent => ({
  at: '2026-11-20T19:05:00Z',
  kind: 'status',
  actorEmail: null,
  from: 'processing',
  to: 'processing',
  text: null,
  visibility: null,
  requestId: null,
  ...fields,
})

const PLACED = event({ kind: 'placed', from: null, actorEmail: 'nimal@example.com' })

/** The page of an order, which the server has with this history. */
function shown(kept: Order, events: OrderEvent[] = [PLACED]) {
  server.use(
    http.get(at('/api/orders/:id'), () => HttpResponse.json(kept)),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json(events)),
    http.get(at('/api/orders'), () => HttpResponse.json([kept])),
  )
  return renderApp(`/orders/${kept.orderId}`)
}

beforeEach(() => {
  useCart.setState({ lines: [] })
  endSession('expired')
  server.use(http.get(at('/api/users/google/config'), () => problem(404)))
  beginSession(fakeToken())
})

describe('the page of an order', () => {
  it('shows items, delivery, remark, parcel and history', async () => {
    const sent = order({
      status: 'shipped',
      fulfilmentStatus: 'handedOver',
      courier: 'Domex',
      trackingNumber: 'D-100',
      trackingUrl: 'https://domex.example/D-100',
      customerNote: 'Ring twice.',
    })
    shown(sent, [
      PLACED,
      event({ kind: 'packed' }),
      event({ kind: 'note', text: 'It leaves tomorrow.', visibility: 'customer' }),
      event({ kind: 'handedOver', to: 'shipped' }),
    ])
    expect(await screen.findByRole('heading', { level: 1, name: 'Order ARL-7XK2' })).toBeVisible()
    expect(await screen.findByText('Glow Serum')).toBeVisible()
    for (const text of ['shipped', 'Ring twice.', 'Domex', 'D-100']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    const link = screen.getByRole('link', { name: 'Track your parcel' })
    expect(link).toHaveAttribute('href', 'https://domex.example/D-100')
    const history = within(screen.getByRole('region', { name: 'What has happened' }))
    await history.findByText('Order placed')
    expect(history.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Order placed',
      'Packed',
      'Message from the shop',
      'Handed over to the courier',
    ])
    expect(history.getByText('It leaves tomorrow.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })

  it('retries after a failed request', async () => {
    server.use(
      http.get(at('/api/orders/:id'), () => problem(500)),
      http.get(at('/api/orders/:id/events'), () => HttpResponse.json([PLACED])),
    )
    const { user } = renderApp('/orders/ARL-7XK2')
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(order())))
    await user.click(again)
    expect(await screen.findByText('Glow Serum')).toBeVisible()
  })

  it('puts the items into the cart again', async () => {
    const { user, router } = shown(order())
    await user.click(await screen.findByRole('button', { name: 'Buy again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'))
    expect(useCart.getState().lines).toEqual([{ productId: 'A', quantity: 2 }])
    // Pressed again, here or on another page of the order.
    await act(() => router.navigate(-1))
    await user.dblClick(await screen.findByRole('button', { name: 'Buy again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'))
    expect(useCart.getState().lines).toEqual([{ productId: 'A', quantity: 2 }])
  })
})

describe('cancelling an order', () => {
  it('keeps the order when the customer changes their mind', async () => {
    const { user } = shown(order())
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await user.click(await screen.findByRole('button', { name: 'Keep order' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('processing')).toBeVisible()
  })

  it('shows the present order when it was packed meanwhile', async () => {
    const { user } = shown(order())
    const packed = order({ fulfilmentStatus: 'packed' })
    const message = 'This order can no longer be cancelled. Please contact the shop.'
    server.use(
      http.post(at('/api/orders/:id/cancel'), () => {
        server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(packed)))
        return problem(409, { code: 'order.not_cancellable', message, order: packed })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Cancel order' }))
    await expectNotice(message)
    expect(await screen.findByText('Packed')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull())
  })
})

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

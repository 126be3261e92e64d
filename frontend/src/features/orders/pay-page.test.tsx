import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Order } from '@/api/types'
import { order } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const byCard = (payment: Partial<Order['payment']> = {}, fields: Partial<Order> = {}): Order =>
  order({ ...fields, payment: { ...order().payment, method: 'payhere', ...payment } })

const PAID = { paymentStatus: 'paid', charged: 8700.5, held: 8700.5, amountDue: 0 } as const

/** The page at `path`, for an order whose later answers the test may change. */
function shown(path: string, first: Order) {
  const kept = { order: first }
  server.use(
    http.get(at('/api/orders/ARL-7XK2'), () => HttpResponse.json(kept.order)),
    http.get(at('/api/users/google/config'), () => problem(404)),
  )
  return { kept, ...renderApp(path) }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  endSession('expired')
  beginSession(fakeToken())
})
afterEach(() => vi.useRealTimers())

describe('coming back from the payment page', () => {
  it('promises a mail after a minute, and offers to pay again', async () => {
    shown(
      '/pay/return?orderId=ARL-7XK2',
      byCard({ expiresAt: new Date(Date.now() + 30 * 60_000).toISOString() }),
    )
    await heading('Checking your payment')
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await heading('We are still waiting for your payment')
    expect(screen.getByText(/We will mail you/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pay again' })).toBeVisible()
  })

  it('offers no second payment while the first is processed', async () => {
    shown('/pay/return?orderId=ARL-7XK2', byCard({ paymentStatus: 'pending' }))
    await heading('Checking your payment')
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    await heading('We are still waiting for your payment')
    expect(screen.getByText(/We will mail you/)).not.toHaveTextContent('pay again')
    expect(screen.queryByRole('button', { name: 'Pay again' })).toBeNull()
  })

  it('waits for a payment that was started after a declined one', async () => {
    const lastAttempt = { state: 'created', startedAt: new Date().toISOString() } as const
    shown('/pay/return?orderId=ARL-7XK2', byCard({ lastAttempt }))
    await heading('Checking your payment')
  })

  it('asks a visitor to log in, and comes back', async () => {
    endSession('expired')
    // React says so when a page sends its visitor on again and again.
    const complaints = vi.spyOn(console, 'error')
    const { router } = shown('/pay/return?orderId=ARL-7XK2', byCard())
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(complaints).not.toHaveBeenCalled()
    expect(router.state.location.search).toBe('?next=%2Fpay%2Freturn%3ForderId%3DARL-7XK2')
  })

  it('knows no order of another account, and goes to the orders without one', async () => {
    server.use(
      http.get(at('/api/orders/NO'), () => problem(404)),
      http.get(at('/api/orders'), () => HttpResponse.json([])),
    )
    const { router } = renderApp('/pay/return?orderId=NO')
    expect(await screen.findByText('There is no order with this number.')).toBeVisible()
    await act(() => router.navigate('/pay/cancelled'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders'))
  })
})

describe('leaving the payment page', () => {
  it('offers to pay again, and shows a payment that went through all the same', async () => {
    const { kept } = shown('/pay/cancelled?orderId=ARL-7XK2', byCard())
    await heading('The payment was not completed')
    expect(screen.getByRole('button', { name: 'Pay again' })).toBeVisible()
    kept.order = byCard(PAID)
    await heading('Payment received')
    expect(screen.queryByRole('button', { name: 'Pay again' })).toBeNull()
  })

  it('says what happens to the money of a cancelled order', async () => {
    const late = { amountDue: 0, charged: 8700.5, held: 8700.5, refundDue: 8700.5 }
    shown(
      '/pay/cancelled?orderId=ARL-7XK2',
      byCard(late, { status: 'cancelled', cancelReason: 'paymentExpired' }),
    )
    await heading('This order is cancelled')
    expect(screen.getByText(/We return LKR. 8,700.50 to you/)).toBeVisible()
  })
})

import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { order } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(() => endSession('logout'))

describe('after the order', () => {
  it('says where to fetch an order that is picked up', async () => {
    beginSession(fakeToken())
    const fetched = order({
      delivery: { ...order().delivery, method: 'pickup' },
      address: 'Pick-up: 27 Ward Place, Colombo 07',
    })
    server.use(http.get(at('/api/orders/ARL-7XK2'), () => HttpResponse.json(fetched)))
    renderApp({ pathname: '/order-success', state: { orderId: 'ARL-7XK2' } })
    expect(await screen.findByText('You fetch it')).toBeVisible()
    expect(screen.queryByText(/courier/)).toBeNull()
    expect(screen.queryByText('It comes to you')).toBeNull()
    expect(screen.getByText('Pick-up by')).toBeVisible()
    expect(screen.queryByText(/^Deliver(ed|y) to$/)).toBeNull()
  })

  it.each([
    ['processing', 'Delivery to'],
    ['completed', 'Delivered to'],
  ] as const)('of an order that is %s, says: %s', async (status, words) => {
    beginSession(fakeToken())
    server.use(http.get(at('/api/orders/ARL-7XK2'), () => HttpResponse.json(order({ status }))))
    renderApp({ pathname: '/order-success', state: { orderId: 'ARL-7XK2' } })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryAllByText(/^Deliver(ed|y) to$/)).toHaveLength(1)
  })

  it('redirects to the orders without an order, or with one of another account', async () => {
    beginSession(fakeToken())
    server.use(
      http.get(at('/api/orders/NO'), () => problem(404)),
      http.get(at('/api/orders'), () => HttpResponse.json([])),
    )
    const first = renderApp('/order-success')
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/orders'))
    first.unmount()
    const { router } = renderApp({ pathname: '/order-success', state: { orderId: 'NO' } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders'))
  })
})

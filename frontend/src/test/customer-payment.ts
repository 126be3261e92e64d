// The page of a customer's order with its payment: an order to pay, and a shop that answers for it.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, vi } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Order } from '@/api/types'
import { order } from './quotes'
import { renderApp } from './render-app'
import { at, server, shopWith, TERMS } from './server'
import { fakeToken } from './tokens'

export const ACCOUNT = {
  bank: 'Commercial Bank',
  branch: 'Cinnamon Gardens',
  holder: 'Araliya (Pvt) Ltd',
  number: '8001234567',
}

export const unpaid = (payment: Partial<Order['payment']>, fields: Partial<Order> = {}): Order =>
  order({ ...fields, payment: { ...order().payment, ...payment } })

export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000 + 30_000).toISOString()

/** The page of an order, whose later answers the test may change. */
export function shown(first: Order) {
  const kept = { order: first }
  server.use(
    http.get(at('/api/orders/:id'), () => HttpResponse.json(kept.order)),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    http.get(at('/api/orders'), () => HttpResponse.json([kept.order])),
    http.get(at('/api/shop'), () =>
      HttpResponse.json(shopWith({ payment: { ...TERMS.payment, bankAccount: ACCOUNT } })),
    ),
    http.get(at('/api/orders/:id/attachments/:slip'), () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
  )
  return { kept, ...renderApp(`/orders/${first.orderId}`) }
}

export const panel = async () => within(await screen.findByRole('region', { name: 'Payment' }))

/** Signs a customer in before each test of the file. */
export function onOrderPage(): void {
  beforeEach(() => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:slip', revokeObjectURL: () => {} }),
    )
    endSession('expired')
    beginSession(fakeToken())
  })
}

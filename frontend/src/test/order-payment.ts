// The payment of an order in the back-office: samples, a server that keeps the order, and the open dialog.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, vi } from 'vitest'
import { endSession } from '@/api/session'
import type { Attention, LedgerEntry, Order, Refund, Slip } from '@/api/types'
import { listAnswer, orderOf, signInAdmin } from './admin'
import { renderApp } from './render-app'
import { at, server } from './server'

export const ID = 'ARA-7K3M-Q9TX'

/** What the server was asked: path below the order, Idempotency-Key, body. */
export let asked: { path: string; key: string | null; body: unknown }[]
/** The order as the server has it. */
export let order: Order

export const paymentOf = (payment: Partial<Order['payment']>): Order['payment'] => ({
  ...orderOf().payment,
  ...payment,
})

export const PAID_TWICE = paymentOf({
  method: 'payhere',
  paymentStatus: 'paid',
  charged: 17400,
  held: 17400,
  amountDue: 0,
  refundDue: 8700,
  refundable: 17400,
  refundableByGateway: 17400,
})

export const charge = (entry: Partial<LedgerEntry> = {}): LedgerEntry => ({
  kind: 'charge',
  method: 'payhere',
  amount: 8700,
  reference: '320025',
  attemptId: `${ID}-001`,
  state: 'settled',
  actor: null,
  at: '2026-11-20T06:30:00Z',
  ...entry,
})

export const refundOf = (refund: Partial<Refund>): Refund => ({
  refundId: `${ID}-R1`,
  state: 'settled',
  amount: 8700,
  via: 'byHand',
  reference: null,
  reason: 'Paid twice',
  at: '2026-11-21T06:30:00Z',
  ...refund,
})

export const slipOf = (slip: Partial<Slip> = {}): Slip => ({
  slipId: 's1',
  at: '2026-11-20T07:30:00Z',
  state: 'inReview',
  bankReference: null,
  reason: null,
  seenElsewhere: false,
  ...slip,
})

export type Post = (body: unknown) => Response

/** A server with `order`, which answers the posts of these paths below it. */
export function withOrder(shown: Order, posts: Record<string, Post> = {}, attention: Attention[] = []) {
  order = shown
  server.use(
    http.get(at('/api/orders'), () => listAnswer([order])),
    http.get(at(`/api/orders/${ID}`), () => HttpResponse.json(order)),
    http.get(at(`/api/orders/${ID}/events`), () => HttpResponse.json([])),
    http.get(at(`/api/orders/${ID}/attachments/:slip`), () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
    http.get(at('/api/admin/attention'), ({ request }) => {
      const of = new URL(request.url).searchParams.get('orderId')
      return listAnswer(attention.filter(({ orderId }) => of === null || orderId === of))
    }),
    http.post(at('/api/*'), async ({ request }) => {
      const path = new URL(request.url).pathname.replace(`/api/orders/${ID}/`, '')
      const body = await request.json()
      asked.push({ path, key: request.headers.get('Idempotency-Key'), body })
      const answer = posts[path]
      if (answer === undefined) throw new Error(`Nobody expects ${path}`)
      return answer(body)
    }),
  )
}

/** Changes the order and answers with it. */
export const changed = (message: string, change: Partial<Order>, more: object = {}) => {
  order = { ...order, ...change }
  return HttpResponse.json({ message, order, ...more })
}

export async function openPayment() {
  const { user } = renderApp(`/admin/orders?view=${ID}`)
  const section = within(await screen.findByRole('region', { name: 'Payment' }))
  return { user, section }
}

/** Signs an owner in before each test of the file. */
export function onOrdersPage(): void {
  // The first import of lazy pages is slow on a busy machine: it is no part of the first test's time.
  beforeAll(
    () => Promise.all([import('@/app/admin/admin-layout'), import('@/features/admin-orders/orders-page')]),
    60_000,
  )

  beforeEach(() => {
    asked = []
    URL.createObjectURL = vi.fn(() => 'blob:slip')
    URL.revokeObjectURL = vi.fn()
    endSession('logout')
    signInAdmin()
  })
}

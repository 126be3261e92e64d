// A checkout for tests: two products, the form, and the answers to its order.
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { endSession } from '@/api/session'
import type { PlaceOrderRequest } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { order, quoteAnswer, quoteItem } from '@/test/quotes'
import type { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

export const A = quoteItem({ productId: 'A', name: 'Glow Serum', price: 5000, lastPrice: 4350.25, stock: 3 })
export const B = quoteItem({ productId: 'B', name: 'Night Oil', price: 5600, lastPrice: 5600, stock: 10 })
export const STATE = { items: [{ productId: 'A', quantity: 2 }], fromCart: true }
export const HERE = { pathname: '/shipping', state: STATE }

/** An empty cart, no session, and a shop that quotes both products. */
export function openShop(): void {
  sessionStorage.clear()
  endSession('logout')
  useCart.setState({ lines: [] })
  server.use(
    quoteAnswer({ A, B }),
    http.get(at('/api/users/google/config'), () => problem(404)),
  )
}

type User = ReturnType<typeof renderApp>['user']
export const button = (name: string) => screen.findByRole('button', { name })

export async function fill(user: User, address = '12 Flower Road') {
  await user.clear(await screen.findByLabelText('Full Name'))
  await user.type(screen.getByLabelText('Full Name'), 'Nimal Perera')
  await user.type(screen.getByLabelText('Shipping Address'), address)
  await user.type(screen.getByLabelText('Phone Number'), '077 123 4567')
}
export const press = async (user: User, name = 'Proceed to Checkout') => user.click(await button(name))

/** Records the orders sent. Gives each the next of `answers`, and the last of them to all further ones. */
export function shopAnswers(...answers: (() => Response | Promise<Response>)[]) {
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
export const placed = () => HttpResponse.json({ message: 'ok', order: order() }, { status: 201 })

/** Pastes a text: faster than typing, which other tests do. */
export async function put(user: User, label: string | RegExp, text: string) {
  await user.click(await screen.findByLabelText(label))
  await user.paste(text)
}

export async function enter(user: User) {
  await put(user, /^Shipping Address/, '12 Flower Road')
  await put(user, 'Phone Number', '077 123 4567')
}

export const total = () => screen.getByText('Grand Total').nextElementSibling
export const choice = (name: RegExp) => screen.findByRole('radio', { name })

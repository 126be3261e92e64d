import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { beginSession } from '@/api/session'
import type { Order } from '@/api/types'
import { fill, HERE, openShop, press, shopAnswers } from '@/test/checkout'
import { order } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const taken = () => problem(422, { code: 'order.key_reused' })
const answers = (placed: Order) => () => HttpResponse.json({ message: 'ok', order: placed })

beforeEach(() => {
  openShop()
  beginSession(fakeToken())
})

/** Sends an order whose answer is lost, corrects it, and sends it again: the shop finds `placed`. */
async function correct(label: string, text: string, placed: Order) {
  server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(placed)))
  shopAnswers(() => HttpResponse.error(), taken, answers(placed))
  const app = renderApp(HERE)
  await fill(app.user)
  await press(app.user)
  await screen.findByText('Failed to place order. Please try again.')
  await app.user.clear(screen.getByLabelText(label))
  await app.user.type(screen.getByLabelText(label), text)
  await press(app.user)
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/order-success'))
  return app
}

it.each([
  [
    'Shipping Address',
    '99 New Road',
    'Your order was placed with “12 Flower Road”; the changed address is not in it.',
  ],
  [
    'Phone Number',
    '071 765 4321',
    'Your order was placed with “077 123 4567”; the changed phone number is not in it.',
  ],
  ['Full Name', 'Kamal Silva', 'Your order was placed with “Nimal Perera”; the changed name is not in it.'],
])('says that a corrected %s is not in the order', async (label, text, sentence) => {
  await correct(label, text, order({ address: '12 Flower Road' }))
  const notice = (await screen.findByText(sentence)).closest('section') as HTMLElement
  expect(within(notice).getByRole('link', { name: 'Write it to us' })).toHaveAttribute('href', '/contact')
  expect(within(notice).getByRole('link', { name: 'Cancel and order again' })).toHaveAttribute(
    'href',
    '/orders/ARL-7XK2',
  )
})

it('says nothing where the order has all of it', async () => {
  const placed = order({ address: '12 Flower Road' })
  server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(placed)))
  shopAnswers(() => HttpResponse.error(), answers(placed))
  const { user } = renderApp(HERE)
  await fill(user)
  await press(user)
  await screen.findByText('Failed to place order. Please try again.')
  await press(user)
  await screen.findByRole('heading', { name: 'Thank you for your order' })
  expect(screen.queryByText(/not in it/)).toBeNull()
})

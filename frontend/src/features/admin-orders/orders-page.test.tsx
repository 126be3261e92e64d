import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { asOwner, listAnswer, orderOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const list = (answer: (query: URLSearchParams) => Response) =>
  server.use(http.get(at('/api/orders'), ({ request }) => answer(new URL(request.url).searchParams)))
const shown = (path = '/admin/orders') => renderApp(path)
const searchOf = (router: { state: { location: { search: string } } }) => router.state.location.search
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => orderOf({ orderId: `ARA-${from + index}` }))

asOwner()

describe('the list of orders', () => {
  it('loads more at once although a refetch has failed', async () => {
    const first = () => listAnswer(many(0, 24), { total: 27, next: 'second' })
    list(first)
    const { user, client } = shown()
    await screen.findByText('Showing 24 of 27 orders')
    list(() => problem(500))
    await act(() => client.refetchQueries({ queryKey: ['orders'] }))
    list((query) => (query.has('after') ? listAnswer(many(24, 3), { total: 27 }) : first()))
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Showing 27 of 27 orders')).toBeVisible()
  })
})

describe('the details of an order', () => {
  const detail = (order: Order) => server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(order)))

  it('shows delivery and fees between the items and the total', async () => {
    const explanation = [
      { code: 'goods', label: 'Goods at full price', amount: 8700 },
      { code: 'delivery', label: 'Express delivery', amount: 750 },
    ]
    const order = orderOf({ total: 9450, explanation })
    server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(order)))
    list(() => listAnswer([order]))
    shown('/admin/orders?view=ARA-7K3M-Q9TX')
    const items = within(await screen.findByRole('region', { name: 'Items' }))
    expect(items.getByText('Express delivery').parentElement).toHaveTextContent('LKR. 750.00')
    expect(items.queryByText('Goods at full price')).toBeNull()
  })

  it('leaves no extra history entry, and goes back once', async () => {
    list(() => listAnswer([orderOf()]))
    detail(orderOf())
    server.use(http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])))
    const { user, router } = shown('/admin/orders?status=processing')
    const keys = [router.state.location.key]
    for (const _ of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: 'View ARA-7K3M-Q9TX' }))
      const dialog = await screen.findByRole('dialog', { name: 'Order ARA-7K3M-Q9TX' })
      const close = within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement
      fireEvent.click(close)
      fireEvent.click(close)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(searchOf(router)).toBe('?status=processing')
      keys.push(router.state.location.key)
    }
    expect(new Set(keys).size).toBe(1)
  })

  it('encodes the customer’s e-mail in the mail link', async () => {
    list(() => listAnswer([]))
    detail(orderOf({ email: 'a&b?cc=x@example.com' }))
    server.use(http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])))
    shown('/admin/orders?view=ARA-7K3M-Q9TX')
    expect(await screen.findByRole('link', { name: 'a&b?cc=x@example.com' })).toHaveAttribute(
      'href',
      'mailto:a%26b%3Fcc%3Dx@example.com',
    )
  })

  it('reports an unknown order', async () => {
    list(() => listAnswer([]))
    server.use(http.get(at('/api/orders/:id'), () => problem(404)))
    shown('/admin/orders?view=ARA-NONE')
    expect(await screen.findByText('There is no order with this number.')).toBeVisible()
  })
})

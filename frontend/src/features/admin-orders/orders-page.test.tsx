import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { Order } from '@/api/types'
import { listAnswer, orderOf, signInAdmin } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { SEARCH_LABEL } from './order-toolbar'

const list = (answer: (query: URLSearchParams) => Response) =>
  server.use(http.get(at('/api/orders'), ({ request }) => answer(new URL(request.url).searchParams)))
const shown = (path = '/admin/orders') => renderApp(path)
const searchOf = (router: { state: { location: { search: string } } }) => router.state.location.search
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => orderOf({ orderId: `ARA-${from + index}` }))

beforeEach(() => {
  endSession('logout')
  signInAdmin()
})

describe('the list of orders', () => {
  it('has the columns of the specification', async () => {
    list(() => listAnswer([orderOf(), orderOf({ orderId: 'ARA-2', status: 'cancelled' })]))
    shown()
    expect(screen.queryByRole('table')).toBeNull()
    const table = await screen.findByRole('table', { name: 'Orders, newest first' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Order ID', 'Status', 'Date', 'Total', 'View', 'Update'])
    const [, first] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('ARA-7K3M-Q9TX')
    expect(first).toHaveTextContent('Processing')
    expect(first).toHaveTextContent('20 Nov 2026, 12:00 PM')
    expect(first).toHaveTextContent('LKR. 8,700.00')
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Orders Page' })).toBeVisible()
  })

  it('keeps status and search in the URL', async () => {
    const requests: string[] = []
    list((query) => {
      requests.push(`${query.get('status')} ${query.get('q')}`)
      return listAnswer([])
    })
    const { user, router } = shown()
    await user.click(await screen.findByRole('button', { name: 'Shipped' }))
    await user.type(screen.getByLabelText(SEARCH_LABEL), 'nimal')
    await waitFor(() => expect(searchOf(router)).toBe('?status=shipped&q=nimal'))
    await waitFor(() => expect(requests.at(-1)).toBe('shipped nimal'))
    expect(screen.getByRole('button', { name: 'Shipped' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(await screen.findByRole('button', { name: 'Show all orders' }))
    await waitFor(() => expect(searchOf(router)).toBe(''))
    expect(screen.getByLabelText(SEARCH_LABEL)).toHaveValue('')
  })

  it('ignores an unknown status in the URL', async () => {
    list((query) => listAnswer(query.has('status') ? [] : [orderOf()]))
    shown('/admin/orders?status=lost')
    expect(await screen.findByText('ARA-7K3M-Q9TX')).toBeVisible()
    expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('loads more, and restores the loaded pages on return', async () => {
    list((query) =>
      query.get('after') === 'second'
        ? listAnswer(many(24, 3), { total: 27 })
        : listAnswer(many(0, 24), { total: 27, next: 'second' }),
    )
    const { user, router, unmount } = shown()
    expect(await screen.findByText('Showing 24 of 27 orders')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Showing 27 of 27 orders')).toBeVisible()
    expect(searchOf(router)).toBe('?pages=2')
    unmount()
    shown('/admin/orders?pages=2')
    expect(await screen.findByText('Showing 27 of 27 orders')).toBeVisible()
  })

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

  it('asks a guest to log in', async () => {
    endSession('expired')
    server.use(http.get(at('/api/users/google/config'), () => problem(503)))
    const { router } = shown('/admin/orders?status=shipped')
    await expectNotice('Please Login To View Orders')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(searchOf(router)).toBe('?next=%2Fadmin%2Forders%3Fstatus%3Dshipped')
  })
})

describe('the details of an order', () => {
  const detail = (order: Order) => server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(order)))

  it('shows every field and item', async () => {
    list(() => listAnswer([orderOf()]))
    detail(orderOf())
    const { user, router } = shown()
    await user.click(await screen.findByRole('button', { name: 'View ARA-7K3M-Q9TX' }))
    const dialog = await screen.findByRole('dialog', { name: 'Order ARA-7K3M-Q9TX' })
    for (const text of [
      'Processing',
      '20 Nov 2026, 12:00 PM',
      'N/A',
      'Nimal Perera',
      '077 123 4567',
      'nimal@example.com',
      'Leave at the gate',
      'Araliya Glow Serum',
      'LKR. 4,350.00 × 2',
    ])
      expect(within(dialog).getByText(text)).toBeVisible()
    expect(dialog).toHaveTextContent('12 Flower Road Colombo 07')
    expect(within(dialog).getAllByText('LKR. 8,700.00')).toHaveLength(3)
    expect(dialog.querySelector('img')).toHaveAttribute('src', at('/images/serum.webp?w=640'))
    expect(searchOf(router)).toBe('?view=ARA-7K3M-Q9TX')
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(searchOf(router)).toBe('')
  })

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

  it('shows who changed its status when, and links to its documents', async () => {
    list(() => listAnswer([orderOf()]))
    detail(orderOf())
    server.use(
      http.get(at('/api/orders/:id/events'), () =>
        HttpResponse.json([
          {
            at: '2026-11-20T06:30:00Z',
            kind: 'placed',
            text: null,
            visibility: null,
            actorEmail: 'nimal@example.com',
            from: null,
            to: 'processing',
            requestId: null,
          },
          {
            at: '2026-11-20T19:05:00Z',
            kind: 'status',
            text: null,
            visibility: null,
            actorEmail: 'ama@example.com',
            from: 'processing',
            to: 'shipped',
            requestId: 'req-1',
          },
          {
            at: '2026-11-22T06:30:00Z',
            kind: 'cancelled',
            text: null,
            visibility: null,
            actorEmail: null,
            from: 'shipped',
            to: 'cancelled',
            requestId: null,
          },
        ]),
      ),
    )
    shown('/admin/orders?view=ARA-7K3M-Q9TX')
    const dialog = within(await screen.findByRole('dialog', { name: 'Order ARA-7K3M-Q9TX' }))
    const history = within(await dialog.findByRole('region', { name: 'History' }))
    expect((await history.findAllByRole('listitem')).map((step) => step.textContent)).toEqual([
      'Placed20 Nov 2026, 12:00 PM · nimal@example.com',
      'Processing→toShipped21 Nov 2026, 12:35 AM · ama@example.comRequest req-1',
      'Cancelled before packingShipped→toCancelled22 Nov 2026, 12:00 PM · Automatic',
    ])
    expect(dialog.getByRole('link', { name: 'Invoice' })).toHaveAttribute(
      'href',
      '/admin/orders/invoice/ARA-7K3M-Q9TX',
    )
    expect(dialog.getByRole('link', { name: 'Packing slip' })).toHaveAttribute(
      'href',
      '/admin/orders/packing-slip/ARA-7K3M-Q9TX',
    )
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

  it('opens from a link, and names missing fields', async () => {
    list(() => listAnswer([]))
    detail(orderOf({ orderId: 'ARA-OLD', notes: '', paymentId: 'PAY-9', refunded: true }))
    shown('/admin/orders?view=ARA-OLD')
    const dialog = await screen.findByRole('dialog', { name: 'Order ARA-OLD' })
    expect(await within(dialog).findByText('No notes available')).toBeVisible()
    expect(within(dialog).getByText('PAY-9')).toBeVisible()
    expect(within(dialog).getByText('Refunded')).toBeVisible()
  })

  it('reports an unknown order', async () => {
    list(() => listAnswer([]))
    server.use(http.get(at('/api/orders/:id'), () => problem(404)))
    shown('/admin/orders?view=ARA-NONE')
    expect(await screen.findByText('There is no order with this number.')).toBeVisible()
  })
})

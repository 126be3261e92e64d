import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { expectNotice } from '@/test/notices'
import { order } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

beforeEach(() => {
  endSession('expired')
  server.use(http.get(at('/api/users/google/config'), () => problem(404)))
})

describe('the orders of a customer', () => {
  it('sends a user to the login after a logout, and a guest with a message', async () => {
    beginSession(fakeToken())
    server.use(http.get(at('/api/orders'), () => HttpResponse.json([])))
    const { router } = renderApp('/orders')
    await screen.findByText('No orders found.')
    act(() => endSession('logout'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe('')
    expect(screen.queryByText('Please Login To View Your Orders')).toBeNull()
    await act(() => router.navigate('/orders'))
    await expectNotice('Please Login To View Your Orders')
    await waitFor(() => expect(router.state.location.search).toBe('?next=%2Forders'))
  })

  it.each(['customer', 'admin'])('are only those of the user, for the type %s', async (type) => {
    beginSession(fakeToken({ type }))
    const requests: (string | null)[] = []
    server.use(
      http.get(at('/api/orders'), ({ request }) => {
        requests.push(new URL(request.url).searchParams.get('mine'))
        return HttpResponse.json([])
      }),
    )
    renderApp('/orders')
    await screen.findByText('No orders found.')
    expect(requests).toEqual(['true'])
  })

  it('shows id, status, date and total', async () => {
    beginSession(fakeToken())
    const orders = [
      order(),
      order({ orderId: 'B', status: 'completed' }),
      order({ orderId: 'C', status: 'cancelled' }),
    ]
    server.use(http.get(at('/api/orders'), () => HttpResponse.json(orders)))
    renderApp('/orders')
    const table = within(await screen.findByRole('table', { name: 'Your orders, newest first' }))
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Order ID',
      'Status',
      'Date',
      'Total',
    ])
    const row = within(table.getAllByRole('row')[1] as HTMLElement)
    expect(row.getByText('21 Nov 2026')).toBeVisible()
    expect(row.getByText('LKR. 8,700.50')).toBeVisible()
    expect(table.getByText('processing').parentElement).toHaveClass('bg-sand')
    expect(table.getByText('completed').parentElement).toHaveClass('bg-success-wash')
    expect(table.getByText('cancelled').parentElement).toHaveClass('bg-error-wash')
  })

  it('shows all fields of an order, by a click on its row or by keyboard', async () => {
    beginSession(fakeToken())
    server.use(http.get(at('/api/orders'), () => HttpResponse.json([order()])))
    const { user } = renderApp('/orders')
    await user.click(await screen.findByText('21 Nov 2026'))
    let dialog = await screen.findByRole('dialog')
    for (const text of [
      'Order ID',
      'ARL-7XK2',
      'processing',
      'Order Date',
      '21 Nov 2026, 12:35 AM',
      'Payment ID',
      'N/A',
      'No notes available',
      'Nimal Perera',
      '12 Flower Road, Colombo 07',
      '077 123 4567',
      'Glow Serum',
    ]) {
      expect(within(dialog).getByText(text)).toBeInTheDocument()
    }
    expect(within(dialog).getByText('LKR. 4,350.25').parentElement).toHaveTextContent('LKR. 4,350.25 × 2')
    expect(within(dialog).getAllByText('LKR. 8,700.50')).toHaveLength(2)
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[1] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const opener = screen.getByRole('button', { name: 'Details of order ARL-7XK2' })
    opener.focus()
    await user.keyboard('{Enter}')
    dialog = await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('shows payment and notes when there are any', async () => {
    beginSession(fakeToken())
    const paid = order({ paymentId: 'PAY-7', notes: 'Leave at the gate' })
    server.use(http.get(at('/api/orders'), () => HttpResponse.json([paid])))
    const { user } = renderApp('/orders')
    await user.click(await screen.findByText('21 Nov 2026'))
    expect(await screen.findByText('PAY-7')).toBeInTheDocument()
    expect(screen.getByText('Leave at the gate')).toBeInTheDocument()
  })

  it('loads more', async () => {
    beginSession(fakeToken())
    server.use(
      http.get(at('/api/orders'), ({ request }) => {
        const after = new URL(request.url).searchParams.get('after')
        if (after === 'x') return HttpResponse.json([order({ orderId: 'B' })])
        const headers = { Link: '</api/orders?after=x>; rel="next"', 'X-Total-Count': '2' }
        return HttpResponse.json([order()], { headers })
      }),
    )
    const { user } = renderApp('/orders')
    expect(await screen.findByText('Showing 1 of 2 orders')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('button', { name: 'Details of order B' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })
})

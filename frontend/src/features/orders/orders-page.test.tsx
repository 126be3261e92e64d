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
})

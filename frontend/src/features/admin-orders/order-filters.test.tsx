import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order, OrderListCounts } from '@/api/types'
import { asOwner, listAnswer, orderOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const COUNTS: OrderListCounts = {
  all: 10_001,
  processing: 12,
  shipped: 3,
  completed: 9_000,
  cancelled: 0,
  toPack: 7,
  toCall: 2,
  packed: 4,
  readyForPickup: 1,
  unpaid: 20,
  attention: 2,
  returnsRequested: 1,
  returnsApproved: 0,
}

/** The queries that the list and the counts were asked with. */
let asked: { list: string[]; counts: string[] }

function withOrders(orders: Order[]) {
  server.use(
    http.get(at('/api/orders'), ({ request }) => {
      const { searchParams } = new URL(request.url)
      searchParams.delete('limit')
      asked.list.push(String(searchParams))
      return listAnswer(orders)
    }),
    http.get(at('/api/admin/orders/counts'), ({ request }) => {
      asked.counts.push(String(new URL(request.url).searchParams))
      return HttpResponse.json(COUNTS)
    }),
  )
}

asOwner()
beforeEach(() => {
  asked = { list: [], counts: [] }
})

describe('the filters of the list of orders', () => {
  it('are in the URL, and narrow the list and the numbers alike', async () => {
    withOrders([orderOf()])
    const { user, router } = renderApp('/admin/orders?status=shipped')
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    await user.selectOptions(screen.getByLabelText('Payment'), 'Payment due')
    fireEvent.change(screen.getByLabelText('Ordered from'), { target: { value: '2026-11-02' } })
    fireEvent.change(screen.getByLabelText('Ordered until'), { target: { value: '2026-11-20' } })
    await user.click(screen.getByRole('button', { name: 'Attention' }))
    const wanted = 'status=shipped&payment=due&from=2026-11-02&to=2026-11-20&attention=true'
    await waitFor(() => expect(router.state.location.search).toBe(`?${wanted}`))
    const sorted = (query: string | undefined) => new URLSearchParams(query).toString().split('&').sort()
    await waitFor(() => expect(sorted(asked.list.at(-1))).toEqual(sorted(wanted)))
    await waitFor(() => expect(sorted(asked.counts.at(-1))).toEqual(sorted(wanted)))
    expect(screen.getByRole('button', { name: 'Filters (3)' })).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('button', { name: 'Attention' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Attention' }))
    expect(router.state.location.search).not.toContain('attention')
  })

  it('keep both days, and show what the server says of a time that ends before it begins', async () => {
    withOrders([orderOf()])
    server.use(
      http.get(at('/api/orders'), ({ request }) => {
        const { searchParams } = new URL(request.url)
        return (searchParams.get('to') ?? '') < (searchParams.get('from') ?? '')
          ? problem(422, { errors: { to: ['must not be before the first day'] } })
          : listAnswer([orderOf()])
      }),
    )
    const { router } = renderApp('/admin/orders?from=2026-11-20&to=2026-11-25')
    const until = await screen.findByLabelText('Ordered until')
    fireEvent.change(until, { target: { value: '2026-11-01' } })
    expect(await screen.findByText('must not be before the first day')).toBeVisible()
    expect(until).toBeInvalid()
    expect(router.state.location.search).toBe('?from=2026-11-20&to=2026-11-01')
    fireEvent.change(until, { target: { value: '2026-11-21' } })
    await waitFor(() => expect(until).toBeValid())
    expect(router.state.location.search).toBe('?from=2026-11-20&to=2026-11-21')
  })

  it('wait for a year that is half typed', async () => {
    withOrders([orderOf()])
    const { router } = renderApp('/admin/orders?from=2026-11-20')
    const until = await screen.findByLabelText('Ordered until')
    fireEvent.change(until, { target: { value: '0002-11-25' } })
    expect(until).toHaveValue('0002-11-25')
    expect(router.state.location.search).toBe('?from=2026-11-20')
    fireEvent.change(until, { target: { value: '2026-11-25' } })
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-20&to=2026-11-25'))
    expect(until).toHaveValue('2026-11-25')
  })

  it('ignore what a link has made up', async () => {
    withOrders([orderOf()])
    renderApp('/admin/orders?payment=cheque&fulfilment=lost&from=2026-02-30&to=soon&attention=yes')
    expect(await screen.findByText('ARA-7K3M-Q9TX')).toBeVisible()
    expect(asked).toEqual({ list: [''], counts: [''] })
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveAttribute('aria-expanded', 'false')
  })

  it('open from a link, also from one to the former packing queue', async () => {
    withOrders([orderOf()])
    renderApp('/admin/orders?fulfilment=unfulfilled&payment=refundDue')
    expect(await screen.findByLabelText('Payment')).toHaveValue('refundDue')
    expect(screen.getByRole('button', { name: 'To pack' })).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() => expect(asked.list).toEqual(['fulfilment=toPack&payment=refundDue']))
  })

  it('show the customers who have to be called', async () => {
    withOrders([orderOf()])
    const { user, router } = renderApp('/admin/orders?fulfilment=packed')
    const chip = await screen.findByRole('button', { name: 'To call' })
    await user.click(chip)
    await waitFor(() => expect(router.state.location.search).toBe('?toCall=true'))
    await waitFor(() => expect(asked.list.at(-1)).toBe('toCall=true'))
    expect(chip).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'To pack' }))
    await waitFor(() => expect(router.state.location.search).toBe('?fulfilment=toPack'))
  })
})

describe('the state of the payment', () => {
  const { payment } = orderOf()
  const slip = {
    slipId: '018f9f9e-0000-7000-8000-000000000001',
    at: '2026-11-20T06:30:00Z',
    bankReference: null,
    state: 'inReview' as const,
    reason: null,
  }
  it.each([
    ['Cash on delivery', {}],
    ['Paid', { payment: { ...payment, paymentStatus: 'paid' } }],
    ['Refund due', { payment: { ...payment, paymentStatus: 'paid', refundDue: 100 } }],
    ['Being checked · PayHere', { payment: { ...payment, method: 'payhere', paymentStatus: 'pending' } }],
    ['Unpaid · Bank transfer', { payment: { ...payment, method: 'bankTransfer' } }],
    ['Not paid · PayHere', { payment: { ...payment, method: 'payhere' }, status: 'cancelled' }],
    ['Slip to check', { payment: { ...payment, method: 'bankTransfer' }, slips: [slip] }],
    ['Charged back', { payment: { ...payment, method: 'payhere', paymentStatus: 'chargedBack' } }],
  ] as [string, Partial<Order>][])('is said in the list: %s', async (words, order) => {
    withOrders([orderOf(order)])
    renderApp('/admin/orders')
    expect(await screen.findByText(words)).toBeVisible()
  })
})

describe('the packing queue', () => {
  it('does not print before every order is there', async () => {
    server.use(
      http.get(at('/api/orders/:id'), ({ params }) =>
        params.id === 'ARA-2' ? problem(500) : HttpResponse.json(orderOf({ orderId: String(params.id) })),
      ),
    )
    const { user } = renderApp('/admin/orders/packing-slip/ARA-1,ARA-2,')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled()
    server.use(http.get(at('/api/orders/:id'), () => problem(404)))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('There is no order with this number.')).toBeVisible()
    expect(screen.getByText('ARA-2')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled())
  })
})

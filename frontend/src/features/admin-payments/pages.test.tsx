import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '@/api/session'
import type { Attention, ListedSlip } from '@/api/types'
import { listAnswer, orderOf, signInAdmin } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const slipOf = (orderId: string, slipId: string): ListedSlip => ({
  orderId,
  name: `Customer of ${orderId}`,
  total: 8700,
  amountDue: 8700,
  slip: {
    slipId,
    at: '2026-11-20T07:30:00Z',
    state: 'inReview',
    bankReference: 'B-9',
    reason: null,
    seenElsewhere: false,
  },
})

// The first import of lazy pages is slow on a busy machine: it is no part of the first test's time.
beforeAll(
  () => Promise.all([import('@/app/admin/admin-layout'), import('@/app/admin/admin-more-pages')]),
  60_000,
)

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:slip')
  URL.revokeObjectURL = vi.fn()
  endSession('logout')
  signInAdmin()
  server.use(
    http.get(at('/api/orders/:id/attachments/:slip'), () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
  )
})

describe('Payments to check', () => {
  it('are reviewed in place, until nothing is left', async () => {
    let waiting = [slipOf('ARA-1', 's1'), slipOf('ARA-2', 's2')]
    server.use(
      http.get(at('/api/admin/slips'), ({ request }) => {
        expect(new URL(request.url).searchParams.get('state')).toBe('inReview')
        return listAnswer(waiting)
      }),
      http.post(at('/api/orders/:id/slips/:slip/review'), ({ params }) => {
        waiting = waiting.filter(({ slip }) => slip.slipId !== params.slip)
        if (params.slip === 's2')
          return problem(409, { code: 'payment.slip_reviewed', message: 'This slip was reviewed already.' })
        return HttpResponse.json({ message: 'Slip reviewed.', order: orderOf({ orderId: 'ARA-1' }) })
      }),
    )
    const { user } = renderApp('/admin/payments')
    const first = within(await screen.findByRole('article', { name: 'Slip of ARA-1' }))
    expect(first.getByRole('link', { name: 'ARA-1' })).toHaveAttribute('href', '/admin/orders?view=ARA-1')
    await user.click(first.getByRole('button', { name: 'Accept payment' }))
    await expectNotice('Payment accepted.')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Slip of ARA-1' })).toBeNull())
    expect(screen.getByRole('heading', { name: 'Payments to check' })).toHaveFocus()
    const second = within(screen.getByRole('article', { name: 'Slip of ARA-2' }))
    await user.click(second.getByRole('button', { name: 'Accept payment' }))
    await expectNotice('Another member of staff has reviewed this slip meanwhile.')
    expect(await screen.findByText('Nothing to check')).toBeVisible()
  })

  it('can be asked for again when they could not be loaded', async () => {
    server.use(http.get(at('/api/admin/slips'), () => problem(503)))
    const { user } = renderApp('/admin/payments')
    await expectNotice('Failed To Fetch Payments. Please Try Again')
    server.use(http.get(at('/api/admin/slips'), () => listAnswer([slipOf('ARA-1', 's1')])))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Slip of ARA-1' })).toBeVisible()
  })
})

describe('Refunds', () => {
  const payment = {
    ...orderOf().payment,
    charged: 8700,
    held: 8700,
    amountDue: 0,
    refundDue: 8700,
    refundable: 8700,
  }

  it('lead to the payment of the order', async () => {
    const order = orderOf({ status: 'cancelled', payment })
    server.use(
      http.get(at('/api/admin/refunds'), () => listAnswer([order])),
      http.get(at('/api/orders/:id'), () => HttpResponse.json(order)),
    )
    const { user } = renderApp('/admin/refunds')
    const row = within(await screen.findByRole('row', { name: /ARA-7K3M-Q9TX/ }))
    expect(row.getByText('LKR. 8,700.00')).toBeVisible()
    await user.click(row.getByRole('button', { name: 'Open the payment of ARA-7K3M-Q9TX' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment of order ARA-7K3M-Q9TX' }))
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(dialog.getByLabelText('Amount in LKR')).toHaveValue('8700.00')
  })

  it('say that there is nothing to do', async () => {
    server.use(http.get(at('/api/admin/refunds'), () => listAnswer([])))
    renderApp('/admin/refunds')
    expect(await screen.findByText('Nothing to refund')).toBeVisible()
  })
})

describe('Attention', () => {
  const itemOf = (item: Partial<Attention>): Attention => ({
    attentionId: 7,
    at: '2026-11-21T06:30:00Z',
    kind: 'latePayment',
    orderId: 'ARA-1',
    detail: 'Money came for the cancelled order ARA-1.',
    ...item,
  })

  it('is closed with a note; what another member of staff closed goes too', async () => {
    let waiting = [
      itemOf({}),
      itemOf({ attentionId: 8, kind: 'unmatched', orderId: null, detail: 'Unknown.' }),
    ]
    server.use(
      http.get(at('/api/admin/attention'), () => listAnswer(waiting)),
      http.post(at('/api/admin/attention/:id/close'), ({ params }) => {
        waiting = waiting.filter(({ attentionId }) => String(attentionId) !== params.id)
        if (params.id === '8') return problem(404, { code: 'attention.not_found' })
        return HttpResponse.json({ message: 'Closed.' })
      }),
    )
    const { user } = renderApp('/admin/attention')
    await user.click(await screen.findByRole('button', { name: 'Close: Paid after cancellation, ARA-1' }))
    await user.type(screen.getByLabelText('What was done?'), 'Refunded')
    await user.click(screen.getByRole('button', { name: 'Close it' }))
    await expectNotice('Closed.')
    await waitFor(() => expect(screen.queryByText('Paid after cancellation')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Close: Payment of an unknown order' }))
    await user.type(screen.getByLabelText('What was done?'), 'Found')
    await user.click(screen.getByRole('button', { name: 'Close it' }))
    await expectNotice('Another member of staff has closed this meanwhile.')
    expect(await screen.findByText('Nothing needs attention')).toBeVisible()
  })
})

describe('Calls before packing', () => {
  const toCall = (orderId: string) =>
    orderOf({ orderId, total: 90_000, payment: { ...orderOf().payment, codConfirmation: 'needed' } })

  it('say that another member of staff was faster', async () => {
    let waiting = [toCall('ARA-1')]
    server.use(
      http.get(at('/api/orders'), () => listAnswer(waiting)),
      http.post(at('/api/orders/:id/cod-confirmation'), () => {
        waiting = []
        return problem(409, { code: 'order.not_confirmable', message: 'No call.', order: orderOf() })
      }),
    )
    const { user } = renderApp('/admin/calls')
    await user.click(await screen.findByRole('button', { name: 'Confirmed' }))
    await expectNotice('Another member of staff has settled this order meanwhile.')
    expect(await screen.findByText('No calls to make')).toBeVisible()
  })
})

import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attention } from '@/api/types'
import { asOwner, listAnswer, orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

// The first import of lazy pages is slow on a busy machine: it is no part of the first test's time.
beforeAll(
  () => Promise.all([import('@/app/admin/admin-layout'), import('@/app/admin/admin-more-pages')]),
  60_000,
)

asOwner()
beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:slip')
  URL.revokeObjectURL = vi.fn()
  server.use(
    http.get(at('/api/orders/:id/attachments/:slip'), () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
  )
})

describe('Refunds', () => {
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

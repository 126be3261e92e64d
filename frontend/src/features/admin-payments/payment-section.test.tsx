import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Attention } from '@/api/types'
import { orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import {
  asked,
  charge,
  ID,
  onOrdersPage,
  openPayment,
  order,
  PAID_TWICE,
  paymentOf,
  withOrder,
} from '@/test/order-payment'

onOrdersPage()

describe('the payment of an order', () => {
  it('is calm where nothing was booked', async () => {
    withOrder(orderOf())
    const { section } = await openPayment()
    expect(section.getByText('Unpaid')).toBeVisible()
    expect(section.getByText('Cash on delivery')).toBeVisible()
    expect(section.getByRole('button', { name: 'Record a payment' })).toBeVisible()
    expect(section.queryByRole('button', { name: 'Refund' })).toBeNull()
    expect(section.queryByRole('table')).toBeNull()
  })

  it('shows the ledger with signs, references and authors', async () => {
    const ledger = [
      charge({
        method: 'cod',
        attemptId: null,
        reference: 'cash',
        actor: 'ama@example.com',
        state: 'reversed',
      }),
      charge(),
      charge({ kind: 'refund', amount: 100 }),
    ]
    withOrder(orderOf({ payment: PAID_TWICE, ledger }))
    const { section } = await openPayment()
    const rows = within(section.getByRole('table', { name: 'Bookings, oldest first' })).getAllByRole('row')
    expect(rows[1]).toHaveTextContent(
      /Payment.*Cash on delivery, corrected.*LKR\. 8,700\.00.*cash.*ama@example\.com/,
    )
    expect(rows[2]).toHaveTextContent(/Payment.*PayHere.*320025.*PayHere/)
    expect(rows[3]).toHaveTextContent(/Refund.*LKR\. -100\.00/)
  })
})

describe('a payment that staff record', () => {
  it('is recorded once, however often it is tried where no answer came', async () => {
    withOrder(orderOf(), { charges: () => HttpResponse.error() as Response })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Record a payment' }))
    await user.type(section.getByLabelText('Reference'), 'R-17')
    await user.click(section.getByRole('button', { name: 'Record payment' }))
    await expectNotice(
      'We do not know whether the payment was recorded. Please try again: it is recorded once.',
    )
    expect(section.getByLabelText('Reference')).toHaveValue('R-17')
    await user.click(section.getByRole('button', { name: 'Record payment' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toEqual(asked[0])
    await user.type(section.getByLabelText('Reference'), '8')
    await user.click(section.getByRole('button', { name: 'Record payment' }))
    await waitFor(() => expect(asked).toHaveLength(3))
    expect(asked[2]?.key).not.toBe(asked[0]?.key)
  })

  it('says what stays due, and what has to go back', async () => {
    withOrder(orderOf())
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Record a payment' }))
    const amount = section.getByLabelText('Amount in LKR')
    await user.clear(amount)
    await user.type(amount, '8,000')
    expect(section.getByText(/LKR\. 700\.00 stays due/)).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '9000.5')
    expect(section.getByText(/LKR\. 300\.50 more than that, which is to be refunded/)).toBeVisible()
    await user.clear(amount)
    await user.type(amount, 'all')
    await user.click(section.getByRole('button', { name: 'Record payment' }))
    expect(section.getByText('Enter an amount above 0 with at most two decimals')).toBeVisible()
  })
})

describe('what waits of an order', () => {
  it('is shown where nothing was booked', async () => {
    withOrder(orderOf({ payment: paymentOf({ method: 'bankTransfer' }) }), {}, [item])
    const { section } = await openPayment()
    expect(await section.findByText('A second payment came.')).toBeVisible()
  })

  const item: Attention = {
    attentionId: 7,
    at: '2026-11-21T06:30:00Z',
    kind: 'duplicatePayment',
    orderId: ID,
    detail: 'A second payment came.',
  }
})

describe('cash on delivery', () => {
  it('counts as collected when the order is delivered, unless staff say otherwise', async () => {
    const handed = orderOf({ status: 'shipped', fulfilmentStatus: 'handedOver' })
    withOrder(handed, { fulfilment: () => HttpResponse.json({ message: 'ok', order }) as Response })
    const { user } = await openPayment()
    const next = within(screen.getByRole('region', { name: 'Next step' }))
    const tick = next.getByRole('checkbox', { name: /LKR\. 8,700\.00 was collected in cash/ })
    expect(tick).toBeChecked()
    await user.click(next.getByRole('button', { name: 'Mark delivered' }))
    await waitFor(() => expect(asked[0]?.body).toEqual({ step: 'delivered' }))
    await user.click(tick)
    await user.click(next.getByRole('button', { name: 'Mark delivered' }))
    await waitFor(() => expect(asked[1]?.body).toEqual({ step: 'delivered', cashCollected: false }))
  })

  it('is not asked for where nothing is due', async () => {
    const paid = paymentOf({ paymentStatus: 'paid', amountDue: 0, held: 8700, charged: 8700 })
    withOrder(orderOf({ status: 'shipped', fulfilmentStatus: 'handedOver', payment: paid }))
    await openPayment()
    expect(screen.queryByRole('checkbox', { name: /collected in cash/ })).toBeNull()
  })
})

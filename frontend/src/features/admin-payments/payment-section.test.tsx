import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '@/api/session'
import type { Attention, LedgerEntry, Order, Refund, Slip } from '@/api/types'
import { listAnswer, orderOf, signInAdmin } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const ID = 'ARA-7K3M-Q9TX'

/** What the server was asked: path below the order, Idempotency-Key, body. */
let asked: { path: string; key: string | null; body: unknown }[]
/** The order as the server has it. */
let order: Order

const paymentOf = (payment: Partial<Order['payment']>): Order['payment'] => ({
  ...orderOf().payment,
  ...payment,
})

const PAID_TWICE = paymentOf({
  method: 'payhere',
  paymentStatus: 'paid',
  charged: 17400,
  held: 17400,
  amountDue: 0,
  refundDue: 8700,
})

const charge = (entry: Partial<LedgerEntry> = {}): LedgerEntry => ({
  kind: 'charge',
  method: 'payhere',
  amount: 8700,
  reference: '320025',
  attemptId: `${ID}-1`,
  state: 'settled',
  actor: null,
  at: '2026-11-20T06:30:00Z',
  ...entry,
})

const refundOf = (refund: Partial<Refund>): Refund => ({
  refundId: `${ID}-R1`,
  state: 'settled',
  amount: 8700,
  via: 'byHand',
  reference: null,
  reason: 'Paid twice',
  at: '2026-11-21T06:30:00Z',
  ...refund,
})

const slipOf = (slip: Partial<Slip> = {}): Slip => ({
  slipId: 's1',
  at: '2026-11-20T07:30:00Z',
  state: 'inReview',
  bankReference: null,
  reason: null,
  seenElsewhere: false,
  ...slip,
})

type Post = (body: unknown) => Response

/** A server with `order`, which answers the posts of these paths below it. */
function withOrder(shown: Order, posts: Record<string, Post> = {}, attention: Attention[] = []) {
  order = shown
  server.use(
    http.get(at('/api/orders'), () => listAnswer([order])),
    http.get(at(`/api/orders/${ID}`), () => HttpResponse.json(order)),
    http.get(at(`/api/orders/${ID}/events`), () => HttpResponse.json([])),
    http.get(at(`/api/orders/${ID}/attachments/:slip`), () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
    http.get(at('/api/admin/attention'), ({ request }) => {
      const of = new URL(request.url).searchParams.get('orderId')
      return listAnswer(attention.filter(({ orderId }) => of === null || orderId === of))
    }),
    http.post(at('/api/*'), async ({ request }) => {
      const path = new URL(request.url).pathname.replace(`/api/orders/${ID}/`, '')
      const body = await request.json()
      asked.push({ path, key: request.headers.get('Idempotency-Key'), body })
      const answer = posts[path]
      if (answer === undefined) throw new Error(`Nobody expects ${path}`)
      return answer(body)
    }),
  )
}

/** Changes the order and answers with it. */
const changed = (message: string, change: Partial<Order>, more: object = {}) => {
  order = { ...order, ...change }
  return HttpResponse.json({ message, order, ...more })
}

async function openPayment() {
  const { user } = renderApp(`/admin/orders?view=${ID}`)
  const section = within(await screen.findByRole('region', { name: 'Payment' }))
  return { user, section }
}

// The first import of lazy pages is slow on a busy machine: it is no part of the first test's time.
beforeAll(
  () => Promise.all([import('@/app/admin/admin-layout'), import('@/features/admin-orders/orders-page')]),
  60_000,
)

beforeEach(() => {
  asked = []
  URL.createObjectURL = vi.fn(() => 'blob:slip')
  URL.revokeObjectURL = vi.fn()
  endSession('logout')
  signInAdmin()
})

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
  it('has the amount that is due', async () => {
    withOrder(orderOf(), {
      charges: () =>
        changed('Payment recorded.', {
          payment: paymentOf({ paymentStatus: 'paid', amountDue: 0, held: 8700 }),
        }),
    })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Record a payment' }))
    const form = within(section.getByRole('form', { name: 'Record a payment' }))
    expect(form.getByLabelText('Amount in LKR')).toHaveValue('8700.00')
    await user.click(form.getByRole('button', { name: 'Record payment' }))
    expect(form.getByText('Enter a reference')).toBeVisible()
    expect(asked).toEqual([])
    await user.type(form.getByLabelText('Reference'), ' R-17 ')
    await user.click(form.getByRole('button', { name: 'Record payment' }))
    await expectNotice('Payment recorded.')
    const body = { method: 'cod', amount: 8700, reference: 'R-17' }
    expect(asked).toEqual([{ path: 'charges', key: null, body }])
    expect(await section.findByText('Paid')).toBeVisible()
    expect(section.getByRole('button', { name: 'Record a payment' })).toHaveFocus()
  })

  it('is checked before another try, where no answer came', async () => {
    withOrder(orderOf(), { charges: () => HttpResponse.error() as Response })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Record a payment' }))
    await user.type(section.getByLabelText('Reference'), 'R-17')
    await user.click(section.getByRole('button', { name: 'Record payment' }))
    await expectNotice(
      'We do not know whether the payment was recorded. Please check the bookings before you try again.',
    )
    expect(section.getByLabelText('Reference')).toHaveValue('R-17')
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

describe('a refund', () => {
  const ledger = [charge(), charge({ reference: '320026' })]

  it('keeps its key through a retry, and takes another one for other content', async () => {
    let fails = true
    withOrder(orderOf({ payment: { ...PAID_TWICE, method: 'cod' }, ledger: [charge({ attemptId: null })] }), {
      refunds: () => {
        if (fails) return HttpResponse.error() as Response
        return changed('Refund released.', {}, { refund: refundOf({}) })
      },
    })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Refund' }))
    const form = within(section.getByRole('form', { name: 'Refund' }))
    expect(form.getByLabelText('Amount in LKR')).toHaveValue('8700.00')
    await user.type(form.getByLabelText('Reason'), 'Paid twice')
    await user.click(form.getByRole('button', { name: 'Record refund' }))
    expect(await form.findByText(/We do not know whether the refund was recorded/)).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Record refund' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    fails = false
    await waitFor(() => expect(form.getByRole('button', { name: 'Record refund' })).toBeEnabled())
    await user.type(form.getByLabelText(/Reference/), 'T-1')
    await user.click(form.getByRole('button', { name: 'Record refund' }))
    await expectNotice('Refund released.')
    expect(asked[0]).toMatchObject({
      path: 'refunds',
      key: expect.stringMatching(/^\S+$/),
      body: { amount: 8700, via: 'byHand', reason: 'Paid twice' },
    })
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]?.key).not.toBe(asked[0]?.key)
  })

  it('of the gateway is asked for first', async () => {
    withOrder(orderOf({ payment: PAID_TWICE, ledger }), {
      refunds: () =>
        changed(
          'Refund released.',
          { refunds: [refundOf({ state: 'requested', via: 'gateway' })] },
          { refund: refundOf({}) },
        ),
    })
    const { user, section } = await openPayment()
    await user.click(await section.findByRole('button', { name: 'Refund' }))
    const form = within(section.getByRole('form', { name: 'Refund' }))
    expect(form.getByLabelText('How')).toHaveValue('gateway')
    expect(form.queryByLabelText(/Reference/)).toBeNull()
    await user.type(form.getByLabelText('Reason'), 'Paid twice')
    await user.click(form.getByRole('button', { name: 'Send refund' }))
    expect(asked).toEqual([])
    const question = within(await screen.findByRole('alertdialog', { name: 'Send this refund?' }))
    await user.click(question.getByRole('button', { name: 'Send refund' }))
    await expectNotice('Refund released.')
    expect(asked[0]?.body).toEqual({ amount: 8700, via: 'gateway', reason: 'Paid twice' })
    const refunds = within(section.getByRole('region', { name: 'Refunds' }))
    expect(await refunds.findByText('Requested')).toBeVisible()
  })

  it('goes by hand where the shop cannot ask the gateway', async () => {
    withOrder(orderOf({ payment: PAID_TWICE, ledger }), {
      refunds: () =>
        problem(409, { code: 'payment.no_gateway_refunds', message: 'Please refund by hand.' }) as Response,
    })
    const { user, section } = await openPayment()
    await user.click(await section.findByRole('button', { name: 'Refund' }))
    await user.type(section.getByLabelText('Reason'), 'Paid twice')
    await user.click(section.getByRole('button', { name: 'Send refund' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send refund' }),
    )
    expect(await section.findByText('Please refund by hand.')).toBeVisible()
    expect(section.getByLabelText('How')).toHaveValue('byHand')
  })

  it('above what is due is a goodwill credit, and never above what is held', async () => {
    withOrder(orderOf({ payment: { ...PAID_TWICE, method: 'cod' }, ledger: [] }), {
      refunds: () => problem(409, { code: 'payment.exceeds_held', message: 'Too high.' }) as Response,
    })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Refund' }))
    const amount = section.getByLabelText('Amount in LKR')
    await user.clear(amount)
    await user.type(amount, '9000')
    expect(section.getByText(/LKR\. 300\.00 is more than that: it becomes a goodwill credit/)).toBeVisible()
    await user.type(section.getByLabelText('Reason'), 'Sorry')
    await user.click(section.getByRole('button', { name: 'Record refund' }))
    expect(await section.findByText(/Only LKR\. 17,400\.00 can be refunded/)).toBeVisible()
    await user.clear(amount)
    await user.type(amount, '17400.01')
    expect(section.getByText('At most LKR. 17,400.00 can be refunded')).toBeVisible()
  })

  it('is not possible after a chargeback', async () => {
    withOrder(orderOf({ payment: { ...PAID_TWICE, paymentStatus: 'chargedBack' }, ledger }))
    const { section } = await openPayment()
    expect(section.getByText(/cannot be refunded/)).toBeVisible()
    expect(section.queryByRole('button', { name: 'Refund' })).toBeNull()
  })

  it('of unknown outcome is resolved by staff', async () => {
    const unknown = refundOf({ state: 'unknown', via: 'gateway' })
    withOrder(orderOf({ payment: PAID_TWICE, ledger, refunds: [unknown] }), {
      [`/api/refunds/${ID}-R1/resolve`]: () =>
        changed('Refund resolved.', { refunds: [{ ...unknown, state: 'failed' }] }, { refund: unknown }),
    })
    const { user, section } = await openPayment()
    const refunds = within(await section.findByRole('region', { name: 'Refunds' }))
    expect(refunds.getByText('Not known')).toBeVisible()
    await user.click(refunds.getByRole('button', { name: 'No money went' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Has no money gone back?' }))
    await user.click(question.getByRole('button', { name: 'No money went' }))
    await expectNotice('Refund resolved.')
    expect(asked[0]?.body).toEqual({ outcome: 'failed' })
    expect(await refunds.findByText('Failed')).toBeVisible()
    await waitFor(() => expect(refunds.getByRole('heading', { name: 'Refunds' })).toHaveFocus())
  })
})

describe('a bank slip', () => {
  const payment = paymentOf({ method: 'bankTransfer', paymentStatus: 'pending' })

  it('is accepted with what is due after another one, unless an amount was typed', async () => {
    withOrder(orderOf({ payment, slips: [slipOf({ bankReference: 'B-1' }), slipOf({ slipId: 's2' })] }), {
      'slips/s1/review': () =>
        changed('Slip reviewed.', {
          payment: { ...payment, amountDue: 700, held: 8000 },
          slips: [slipOf({ state: 'accepted' }), slipOf({ slipId: 's2' })],
        }),
    })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Record a payment' }))
    const [first] = section.getAllByLabelText('Amount that came, in LKR')
    await user.clear(first as HTMLElement)
    await user.type(first as HTMLElement, '8000')
    await user.click(section.getAllByRole('button', { name: 'Accept payment' })[0] as HTMLElement)
    await expectNotice('Payment accepted.')
    expect(section.getByLabelText('Amount that came, in LKR')).toHaveValue('700.00')
    expect(section.getByLabelText('Amount in LKR')).toHaveValue('700.00')
  })

  it('keeps the order from being cancelled while it waits', async () => {
    const due = { ...payment, expiresAt: '2026-11-22T06:30:00Z' }
    withOrder(orderOf({ payment: due, slips: [slipOf()] }))
    const { section } = await openPayment()
    expect(section.getByText(/is not cancelled for want of payment while a slip waits/)).toBeVisible()
    expect(section.queryByText(/is cancelled if it is not paid by/)).toBeNull()
  })

  it('is shown with its picture, and accepted with what came', async () => {
    withOrder(orderOf({ payment, slips: [slipOf({ seenElsewhere: true, bankReference: 'B-9' })] }), {
      'slips/s1/review': () => changed('Slip reviewed.', { slips: [slipOf({ state: 'accepted' })] }),
    })
    const { user, section } = await openPayment()
    expect(section.getByText(/The same picture was sent for another order/)).toBeVisible()
    const picture = await section.findByRole('button', { name: `Picture of the slip of ${ID}, large` })
    expect(picture.querySelector('img')).toHaveAttribute('src', 'blob:slip')
    await user.click(picture)
    expect(picture).toHaveAttribute('aria-pressed', 'true')
    expect(section.getByLabelText('Bank reference')).toHaveValue('B-9')
    await user.clear(section.getByLabelText('Amount that came, in LKR'))
    await user.type(section.getByLabelText('Amount that came, in LKR'), '8,700')
    await user.click(section.getByRole('button', { name: 'Accept payment' }))
    await expectNotice('Payment accepted.')
    expect(asked[0]?.body).toEqual({ outcome: 'accepted', amount: 8700, bankReference: 'B-9' })
    expect(await section.findByText('Accepted')).toBeVisible()
    expect(section.getByRole('heading', { name: 'Bank slips' })).toHaveFocus()
  })

  it('is rejected with a reason', async () => {
    withOrder(orderOf({ payment, slips: [slipOf()] }), {
      'slips/s1/review': () =>
        changed('Slip reviewed.', { slips: [slipOf({ state: 'rejected', reason: 'Not readable' })] }),
    })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Reject' }))
    await user.click(section.getByRole('button', { name: 'Reject slip' }))
    expect(section.getByText('Enter a reason')).toBeVisible()
    await user.type(section.getByLabelText('Why is it rejected?'), 'Not readable')
    await user.click(section.getByRole('button', { name: 'Reject slip' }))
    await expectNotice('Slip rejected.')
    expect(asked[0]?.body).toEqual({ outcome: 'rejected', reason: 'Not readable' })
    expect(await section.findByText('Rejected')).toBeVisible()
  })

  it('with a reference that paid another order is not accepted', async () => {
    const used = 'This bank reference was used for another payment.'
    withOrder(orderOf({ payment, slips: [slipOf({ bankReference: 'B 9' })] }), {
      'slips/s1/review': () => problem(409, { code: 'payment.reference_used', message: used }) as Response,
    })
    const { user, section } = await openPayment()
    await user.click(section.getByRole('button', { name: 'Accept payment' }))
    expect(await section.findByText(used)).toBeVisible()
    expect(section.getByLabelText('Bank reference')).toBeInvalid()
    const link = section.getByRole('link', { name: 'Show the order with this reference' })
    expect(link).toHaveAttribute('href', '/admin/orders?q=B%209')
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

  it('is closed with a note', async () => {
    withOrder(
      orderOf({ payment: PAID_TWICE, ledger: [charge()] }),
      { '/api/admin/attention/7/close': () => HttpResponse.json({ message: 'Closed.' }) as Response },
      [item, { ...item, attentionId: 8, orderId: 'ARA-OTHER-1', detail: 'Of another order.' }],
    )
    let reads = 0
    server.use(
      http.get(at('/api/orders'), () => {
        reads += 1
        return listAnswer([order])
      }),
    )
    const { user, section } = await openPayment()
    expect(await section.findByText('Paid twice')).toBeVisible()
    expect(section.queryByText(/Of another order/)).toBeNull()
    await user.click(section.getByRole('button', { name: `Close: Paid twice, ${ID}` }))
    await user.click(section.getByRole('button', { name: 'Close it' }))
    expect(section.getByText('Enter a note')).toBeVisible()
    await user.type(section.getByLabelText('What was done?'), 'Refunded')
    const before = reads
    await user.click(section.getByRole('button', { name: 'Close it' }))
    await expectNotice('Closed.')
    expect(asked[0]?.body).toEqual({ note: 'Refunded' })
    await waitFor(() => expect(reads).toBeGreaterThan(before))
  })
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
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

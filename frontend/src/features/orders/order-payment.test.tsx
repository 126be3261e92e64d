import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Order, Slip } from '@/api/types'
import { expectNotice } from '@/test/notices'
import { order } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server, shopWith, TERMS } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const ACCOUNT = {
  bank: 'Commercial Bank',
  branch: 'Cinnamon Gardens',
  holder: 'Araliya (Pvt) Ltd',
  number: '8001234567',
}

const unpaid = (payment: Partial<Order['payment']>, fields: Partial<Order> = {}): Order =>
  order({ ...fields, payment: { ...order().payment, ...payment } })

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000 + 30_000).toISOString()

const slip = (fields: Partial<Slip> = {}): Slip => ({
  slipId: 's1',
  at: '2026-11-20T19:05:00Z',
  state: 'inReview',
  bankReference: null,
  reason: null,
  ...fields,
})

/** The page of an order, whose later answers the test may change. */
function shown(first: Order) {
  const kept = { order: first }
  server.use(
    http.get(at('/api/orders/:id'), () => HttpResponse.json(kept.order)),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    http.get(at('/api/orders'), () => HttpResponse.json([kept.order])),
    http.get(at('/api/shop'), () =>
      HttpResponse.json(shopWith({ payment: { ...TERMS.payment, bankAccount: ACCOUNT } })),
    ),
    http.get(at('/api/orders/:id/attachments/:slip'), () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
  )
  return { kept, ...renderApp(`/orders/${first.orderId}`) }
}

const panel = async () => within(await screen.findByRole('region', { name: 'Payment' }))

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:slip', revokeObjectURL: () => {} }))
  endSession('expired')
  beginSession(fakeToken())
})

describe('an order to be paid by card', () => {
  it('says until when it is to be paid, and submits the form of the gateway', async () => {
    const submitted: Record<string, string>[] = []
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const fields = [...new FormData(this)].map(([name, value]) => [name, String(value)])
      submitted.push({ ...Object.fromEntries(fields), action: this.action, method: this.method })
      this.remove()
    })
    const { user } = shown(unpaid({ method: 'payhere', expiresAt: inMinutes(47) }))
    server.use(
      http.post(at('/api/orders/:id/payments'), () =>
        HttpResponse.json(
          { attemptId: 'A-1', action: 'https://pay.example/checkout', fields: { amount: '8700.50' } },
          { status: 201 },
        ),
      ),
    )
    expect(await screen.findByText(/^Pay within 47 minutes, by/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    await waitFor(() =>
      expect(submitted).toEqual([
        { amount: '8700.50', action: 'https://pay.example/checkout', method: 'post' },
      ]),
    )
    expect(screen.getByRole('button', { name: 'Opening the payment page...' })).toBeDisabled()
  })

  it('shows why a payment could not be started, and the present order', async () => {
    const { user, kept } = shown(unpaid({ method: 'payhere', expiresAt: inMinutes(47) }))
    const message = 'Nothing is to be paid for this order.'
    server.use(
      http.post(at('/api/orders/:id/payments'), () => {
        kept.order = unpaid({
          method: 'payhere',
          paymentStatus: 'paid',
          charged: 8700.5,
          held: 8700.5,
          amountDue: 0,
        })
        return problem(409, { code: 'payment.nothing_due', message })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    await expectNotice(message)
    expect(await screen.findByText('We received LKR. 8,700.50. Thank you.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull()
  })

  it('says that it was cancelled when the time runs out while the customer looks', async () => {
    const late = unpaid({ method: 'payhere', expiresAt: new Date(Date.now() - 1000).toISOString() })
    const { kept } = shown(late)
    expect(await screen.findByText(/^The time to pay is over\./)).toBeVisible()
    kept.order = unpaid(
      { method: 'payhere', amountDue: 0 },
      { status: 'cancelled', cancelReason: 'paymentExpired' },
    )
    const text = 'This order was cancelled because it was not paid in time.'
    expect(await screen.findByText(text, {}, { timeout: 9000 })).toBeVisible()
    expect((await panel()).getByRole('status')).toHaveTextContent(text)
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull()
  })
})

describe('an order to be paid by bank transfer', () => {
  it('shows the account and copies its values', async () => {
    const { user } = shown(unpaid({ method: 'bankTransfer', expiresAt: inMinutes(60) }))
    for (const text of ['Commercial Bank, Cinnamon Gardens', 'Araliya (Pvt) Ltd', '8001234567'])
      expect(await screen.findByText(text)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy account number' }))
    await expectNotice('Account number copied.')
    expect(await navigator.clipboard.readText()).toBe('8001234567')
    await user.click(screen.getByRole('button', { name: 'Copy amount' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('8700.50'))
    await user.click(screen.getByRole('button', { name: 'Copy reference' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('ARL-7XK2'))
  })

  it('sends a slip, and shows it in review', async () => {
    const { user, kept } = shown(unpaid({ method: 'bankTransfer', expiresAt: inMinutes(60) }))
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/orders/:id/slips'), async ({ request }) => {
        const form = await request.formData()
        sent.push([form.get('bankReference'), (form.get('file') as File).type])
        kept.order = unpaid({ method: 'bankTransfer', paymentStatus: 'pending' }, { slips: [slip()] })
        const message = 'Thank you. We will check your payment.'
        return HttpResponse.json({ message, order: kept.order }, { status: 201 })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Send slip' }))
    expect(await screen.findByText('Please choose a picture of the slip.')).toBeVisible()
    await user.upload(
      screen.getByLabelText('Picture of the slip'),
      new File(['x'], 'slip.png', { type: 'image/png' }),
    )
    await user.type(screen.getByLabelText(/Reference of the bank/), ' FT-1 ')
    await user.click(screen.getByRole('button', { name: 'Send slip' }))
    await expectNotice('Thank you. We will check your payment.')
    expect(sent).toEqual([['FT-1', 'image/png']])
    const slips = within(await screen.findByRole('list', { name: 'Your bank slips' }))
    expect(slips.getByText('In review')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Your bank slips' })).toHaveFocus()
    expect((await panel()).getByRole('status')).toHaveTextContent(/^We are checking your bank slip/)
  })

  it('shows the errors of a picture at the field, and others as a notice', async () => {
    const { user } = shown(unpaid({ method: 'bankTransfer', expiresAt: inMinutes(60) }))
    const answers = [
      problem(422, { code: 'image.broken', message: 'This picture is empty or damaged.' }),
      problem(409, { code: 'payment.nothing_due', message: 'There is nothing to pay for this order.' }),
    ]
    server.use(http.post(at('/api/orders/:id/slips'), () => answers.shift() ?? problem(500)))
    await user.upload(
      await screen.findByLabelText('Picture of the slip'),
      new File(['x'], 'slip.png', { type: 'image/png' }),
    )
    await user.click(screen.getByRole('button', { name: 'Send slip' }))
    expect(await screen.findByText('This picture is empty or damaged.')).toBeVisible()
    expect(screen.getByLabelText('Picture of the slip')).toBeInvalid()
    await user.click(screen.getByRole('button', { name: 'Send slip' }))
    await expectNotice('There is nothing to pay for this order.')
  })

  it('shows why a slip was rejected, and its picture', async () => {
    const slips = [slip({ state: 'rejected', reason: 'The amount is not legible.' })]
    const { user } = shown(unpaid({ method: 'bankTransfer', expiresAt: inMinutes(60) }, { slips }))
    expect(await screen.findByText('The amount is not legible.')).toBeVisible()
    expect(screen.getByText('Rejected')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Send another slip' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Show the picture of Bank slip 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Bank slip 1' }))
    expect(dialog.getByRole('img', { name: 'The bank slip' })).toHaveAttribute('src', 'blob:slip')
  })

  it('takes five slips at most', async () => {
    const slips = [1, 2, 3, 4, 5].map((n) => slip({ slipId: `s${n}`, state: 'rejected' }))
    shown(unpaid({ method: 'bankTransfer', expiresAt: inMinutes(60) }, { slips }))
    expect(await screen.findByText(/^You have sent 5 slips/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send slip' })).toBeNull()
  })
})

describe('the method of payment of an order', () => {
  const METHODS = [
    { method: 'cod', label: 'Cash on delivery', fee: 150, min: null, max: null, districts: [] },
    { method: 'bankTransfer', label: 'Bank transfer', fee: 0, min: 10_000, max: null, districts: [] },
    { method: 'payhere', label: 'Card or wallet', fee: 0, min: null, max: null, districts: [] },
  ]

  /** The page of an unpaid order in a shop with these methods. */
  function choosing(methods: typeof METHODS, first: Order) {
    const page = shown(first)
    const terms = shopWith({ payment: { bankAccount: ACCOUNT, methods } })
    server.use(http.get(at('/api/shop'), () => HttpResponse.json(terms)))
    return page
  }

  it('is changed to another one that takes this total', async () => {
    const { user, kept } = choosing(METHODS, unpaid({ method: 'payhere', expiresAt: inMinutes(20) }))
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/orders/:id/payment-method'), async ({ request }) => {
        bodies.push(await request.json())
        kept.order = unpaid({ method: 'cod', amountDue: 8850.5 }, { total: 8850.5 })
        return HttpResponse.json({ message: 'Payment method changed.', order: kept.order })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Pay another way' }))
    expect(screen.getByRole('radio', { name: /^Bank transfer/ })).toBeDisabled()
    expect(screen.getByText('For orders of LKR. 10,000.00 or more')).toBeVisible()
    expect(screen.queryByRole('radio', { name: /^Card/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change payment method' }))
    expect(screen.getByText('Please choose a method.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^Cash on delivery/ }))
    await user.click(screen.getByRole('button', { name: 'Change payment method' }))
    await expectNotice('Payment method changed.')
    expect(bodies).toEqual([{ paymentMethod: 'cod', expectedTotal: 8850.5 }])
    expect((await panel()).getByRole('status')).toHaveTextContent(/^Please have LKR. 8,850.50 ready/)
  })

  it('compares the limits of a method with the total without the present fee', async () => {
    const explanation = [
      { code: 'goods', label: 'Goods', amount: 9900 },
      { code: 'codFee', label: 'Fee for cash on delivery', amount: 150 },
    ]
    const { user } = choosing(METHODS, unpaid({}, { total: 10_050, explanation }))
    await user.click(await screen.findByRole('button', { name: 'Pay another way' }))
    expect(screen.getByRole('radio', { name: /^Bank transfer/ })).toBeDisabled()
  })

  it('says why the server refuses it', async () => {
    const { user } = choosing(METHODS, unpaid({ method: 'payhere', expiresAt: inMinutes(20) }))
    const reason = 'is not available in this district'
    server.use(
      http.post(at('/api/orders/:id/payment-method'), () =>
        problem(422, { errors: { paymentMethod: [reason] } }),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Pay another way' }))
    await user.click(screen.getByRole('radio', { name: /^Cash on delivery/ }))
    await user.click(screen.getByRole('button', { name: 'Change payment method' }))
    expect(await screen.findByText(reason)).toBeVisible()
  })

  it('says the present total where the fee has changed, and shows the new fee', async () => {
    const { user } = choosing(METHODS, unpaid({ method: 'payhere', expiresAt: inMinutes(20) }))
    server.use(
      http.post(at('/api/orders/:id/payment-method'), () => {
        const dearer = METHODS.map((terms) => (terms.method === 'cod' ? { ...terms, fee: 250 } : terms))
        const terms = shopWith({ payment: { bankAccount: ACCOUNT, methods: dearer } })
        server.use(http.get(at('/api/shop'), () => HttpResponse.json(terms)))
        return problem(409, { code: 'order.price_changed', quote: { total: 8950.5 } })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Pay another way' }))
    await user.click(screen.getByRole('radio', { name: /^Cash on delivery/ }))
    await user.click(screen.getByRole('button', { name: 'Change payment method' }))
    expect(await screen.findByText(/the total is now LKR. 8,950.50/)).toBeVisible()
    expect(await screen.findByText('Fee LKR. 250.00')).toBeVisible()
  })

  it.each([
    ['one method', METHODS.slice(0, 1), unpaid({})],
    ['a packed order', METHODS, unpaid({}, { fulfilmentStatus: 'packed' })],
    ['a paid order', METHODS, unpaid({ paymentStatus: 'paid', charged: 8700.5, amountDue: 0 })],
  ])('is fixed with %s', async (_, methods, one) => {
    choosing(methods, one)
    await panel()
    expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull()
  })
})

describe('the amounts of an order', () => {
  it('are explained, with delivery and what is returned', async () => {
    const explanation = [
      { code: 'goods', label: 'Goods', amount: 8700.5 },
      { code: 'delivery', label: 'Express delivery', amount: 450 },
    ]
    const delivery = {
      method: 'express',
      charge: 450,
      discount: 0,
      estimatedFrom: '2026-11-23',
      estimatedTo: '2026-11-24',
    }
    const payment = {
      charged: 9200,
      held: 9200,
      amountDue: 0,
      refundDue: 49.5,
      paymentStatus: 'paid',
    } as const
    const { user } = shown(unpaid(payment, { total: 9150.5, explanation, delivery }))
    expect(await screen.findByText(/Express delivery, LKR. 450.00/)).toHaveTextContent('Expected 23–24 Nov')
    await user.click(screen.getByText('Explain this total'))
    expect(screen.getByText('Goods')).toBeVisible()
    const figures = await panel()
    expect(figures.getByText('Refund due').parentElement).toHaveTextContent('LKR. 49.50')
    expect(figures.queryByText('Amount due')).toBeNull()
  })
})

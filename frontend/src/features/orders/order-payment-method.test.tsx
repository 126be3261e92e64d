import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { ACCOUNT, inMinutes, onOrderPage, panel, shown, unpaid } from '@/test/customer-payment'
import { expectNotice } from '@/test/notices'
import { at, problem, server, shopWith } from '@/test/server'

onOrderPage()

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

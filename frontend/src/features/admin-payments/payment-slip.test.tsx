import { describe, expect, it } from 'vitest'
import { orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { changed, onOrdersPage, openPayment, paymentOf, slipOf, withOrder } from '@/test/order-payment'

onOrdersPage()

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
})

import { describe, expect, it } from 'vitest'
import { orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import {
  asked,
  changed,
  ID,
  onOrdersPage,
  openPayment,
  paymentOf,
  slipOf,
  withOrder,
} from '@/test/order-payment'
import { problem } from '@/test/server'

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

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Slip } from '@/api/types'
import { inMinutes, onOrderPage, panel, shown, unpaid } from '@/test/customer-payment'
import { expectNotice } from '@/test/notices'
import { at, problem, server } from '@/test/server'

const slip = (fields: Partial<Slip> = {}): Slip => ({
  slipId: 's1',
  at: '2026-11-20T19:05:00Z',
  state: 'inReview',
  bankReference: null,
  reason: null,
  ...fields,
})

onOrderPage()

describe('an order to be paid by card', () => {
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

  it('says beside the button how to pay after too many attempts by card', async () => {
    const { user } = shown(unpaid({ method: 'payhere', expiresAt: inMinutes(47) }))
    const message = 'There were too many attempts. Please pay by bank transfer.'
    server.use(
      http.post(at('/api/orders/:id/payments'), () =>
        problem(409, { code: 'payment.too_many_attempts', message }),
      ),
    )
    const pay = await screen.findByRole('button', { name: 'Pay now' })
    await user.click(pay)
    const told = (await panel()).getByRole('alert')
    expect(told).toHaveTextContent(message)
    expect(pay.parentElement).toContainElement(told)
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

  it('takes the slip of a transfer after the time to pay is over', async () => {
    const { user } = shown(
      unpaid({ method: 'bankTransfer' }, { status: 'cancelled', cancelReason: 'paymentExpired' }),
    )
    let sent = 0
    server.use(
      http.post(at('/api/orders/:id/slips'), () => {
        sent += 1
        return problem(500)
      }),
    )
    expect(await screen.findByRole('heading', { name: 'Did you send the money already?' })).toBeVisible()
    await user.upload(
      screen.getByLabelText('Picture of the slip'),
      new File(['x'], 'slip.png', { type: 'image/png' }),
    )
    await user.click(screen.getByRole('button', { name: 'Send slip' }))
    await waitFor(() => expect(sent).toBe(1))
  })

  it('takes no slip of an order that was cancelled otherwise', async () => {
    shown(unpaid({ method: 'bankTransfer' }, { status: 'cancelled', cancelReason: null }))
    await panel()
    expect(screen.queryByLabelText('Picture of the slip')).toBeNull()
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

  it('takes five slips at most', async () => {
    const slips = [1, 2, 3, 4, 5].map((n) => slip({ slipId: `s${n}`, state: 'rejected' }))
    shown(unpaid({ method: 'bankTransfer', expiresAt: inMinutes(60) }, { slips }))
    expect(await screen.findByText(/^You have sent 5 slips/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send slip' })).toBeNull()
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

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { orderOf } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import {
  asked,
  changed,
  charge,
  ID,
  onOrdersPage,
  openPayment,
  PAID_TWICE,
  refundOf,
  withOrder,
} from '@/test/order-payment'
import { problem } from '@/test/server'

onOrdersPage()

describe('a refund', () => {
  const ledger = [charge(), charge({ reference: '320026' })]

  it('keeps its key through a retry, and takes another one for other content', async () => {
    let fails = true
    withOrder(
      orderOf({
        payment: { ...PAID_TWICE, method: 'cod', refundableByGateway: 0 },
        ledger: [charge({ attemptId: null })],
      }),
      {
        refunds: () => {
          if (fails) return HttpResponse.error() as Response
          return changed('Refund released.', {}, { refund: refundOf({}) })
        },
      },
    )
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

  it.each(['byHand', 'gateway'])(
    'that is large (%s) goes out once the password was confirmed',
    async (via) => {
      let isConfirmed = () => false
      withOrder(orderOf({ payment: PAID_TWICE, ledger }), {
        refunds: () =>
          isConfirmed() ? changed('Refund released.', {}, { refund: refundOf({}) }) : confirmNeeded(),
      })
      const { user, section } = await openPayment()
      isConfirmed = confirmation().isConfirmed
      await user.click(await section.findByRole('button', { name: 'Refund' }))
      const form = within(section.getByRole('form', { name: 'Refund' }))
      await user.selectOptions(form.getByLabelText('How'), via)
      await user.type(form.getByLabelText('Reason'), 'Paid twice')
      if (via === 'byHand') await user.click(form.getByRole('button', { name: 'Record refund' }))
      else {
        await user.click(form.getByRole('button', { name: 'Send refund' }))
        const question = within(await screen.findByRole('alertdialog', { name: 'Send this refund?' }))
        await user.click(question.getByRole('button', { name: 'Send refund' }))
      }
      await enterPassword(user)
      await expectNotice('Refund released.')
      expect(asked).toHaveLength(2)
      expect(asked[1]).toEqual(asked[0])
    },
  )

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
    withOrder(orderOf({ payment: { ...PAID_TWICE, method: 'cod', refundableByGateway: 0 }, ledger: [] }), {
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

  it('under way is not due, and is followed until it settles', async () => {
    const underWay = refundOf({ state: 'requested', via: 'gateway', amount: 8700 })
    withOrder(orderOf({ payment: PAID_TWICE, ledger: [charge()], refunds: [underWay] }))
    const { section } = await openPayment()
    const figure = (name: string) => section.getByText(name, { selector: 'dt' }).nextSibling
    expect(figure('Refund due')).toHaveTextContent('LKR. 0.00')
    expect(figure('On its way back')).toHaveTextContent('LKR. 8,700.00')
    expect(screen.queryByText('Refund due', { selector: 'span' })).toBeNull()
    changed('', {
      payment: {
        ...PAID_TWICE,
        returned: 8700,
        held: 8700,
        refundDue: 0,
        paymentStatus: 'partiallyRefunded',
      },
      refunds: [{ ...underWay, state: 'settled' }],
    })
    await waitFor(() => expect(section.queryByText('On its way back')).toBeNull(), { timeout: 8_000 })
    expect(section.getByText('Partly refunded')).toBeVisible()
  }, 15_000)

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

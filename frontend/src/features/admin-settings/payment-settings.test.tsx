import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { paymentSettingsOf, retype, SAVED, save, settingsServer } from '@/test/settings'

asOwner()

describe('the settings of payments', () => {
  it('are those of a save on another page', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/orders')
    await retype(user, 'Bank transfer (hours)', '72')
    await user.click(screen.getByRole('button', { name: 'Save times' }))
    await expectNotice(SAVED)
    const pages = within(screen.getByRole('list', { name: 'Settings' }))
    await user.click(pages.getByRole('link', { name: 'Payments' }))
    await retype(user, 'Fee (LKR)', '150')
    await user.click(save())
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]?.body.version).toBe(1)
    expect(screen.queryByText('These settings have changed since you opened them')).toBeNull()
  })

  it('are those of a conflict on another page', async () => {
    const { sections, saved } = settingsServer()
    const { user } = renderApp('/admin/settings/orders')
    await retype(user, 'Bank transfer (hours)', '72')
    sections.payments = paymentSettingsOf({ version: 4 })
    await user.click(screen.getByRole('button', { name: 'Save times' }))
    await user.click(await screen.findByRole('button', { name: 'Take the present values' }))
    const pages = within(screen.getByRole('list', { name: 'Settings' }))
    await user.click(pages.getByRole('link', { name: 'Payments' }))
    await retype(user, 'Fee (LKR)', '150')
    await user.click(save())
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]?.body.version).toBe(4)
  })

  it('show the fields of a method that is off, where a mistake is in them', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/payments')
    await user.click(await screen.findByLabelText('Offer bank transfer'))
    await user.type(screen.getByLabelText('Bank'), 'Bank of Ceylon')
    await user.click(screen.getByLabelText('Offer bank transfer'))
    expect(screen.queryByLabelText('Bank')).toBeNull()
    await user.click(save())
    expect(await screen.findByText('Enter the account number')).toBeVisible()
    expect(screen.getByLabelText('Account holder')).toHaveFocus()
    expect(saved).toEqual([])
  })

  it('take no input while they are saved', async () => {
    settingsServer()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.put(at('/api/admin/settings/payments'), async () => {
        await answered
        return problem(503, { message: 'Not now.' })
      }),
    )
    const { user } = renderApp('/admin/settings/payments')
    await retype(user, 'Fee (LKR)', '150')
    await user.click(save())
    expect(screen.getByLabelText('Fee (LKR)')).toBeDisabled()
    answer()
    await expectNotice('Not now.')
    expect(screen.getByLabelText('Fee (LKR)')).toBeEnabled()
    expect(screen.getByLabelText('Fee (LKR)')).toHaveValue(150)
  })

  it('are saved once the password was confirmed', async () => {
    const { saved } = settingsServer()
    const session = confirmation()
    server.use(
      http.put(at('/api/admin/settings/payments'), () =>
        session.isConfirmed() ? undefined : confirmNeeded(),
      ),
    )
    const { user } = renderApp('/admin/settings/payments')
    await retype(user, 'Fee (LKR)', '150')
    await user.clear(screen.getByLabelText(/^Ask for the password above/))
    await user.click(save())
    await enterPassword(user)
    await expectNotice(SAVED)
    expect(saved[0]?.body).toMatchObject({ codFee: 150, confirmRefundsAbove: null })
  })

  it('save limits, districts, the account, the fee and the calls', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/payments')
    await user.type(await screen.findByLabelText(/^Largest order/), '25000')
    await user.click(screen.getByText('all'))
    await user.click(screen.getByLabelText('Galle'))
    await retype(user, 'Fee (LKR)', '150.50')
    await user.type(screen.getByLabelText(/^Call before packing above/), '20000')
    await user.click(screen.getByLabelText('Offer bank transfer'))
    await user.type(screen.getByLabelText('Bank'), 'Bank of Ceylon')
    await user.type(screen.getByLabelText('Account holder'), 'Araliya')
    await user.type(screen.getByLabelText('Account number'), '007 123')
    await user.click(save())
    await expectNotice(SAVED)
    expect(saved[0]?.body).toEqual({
      version: 0,
      paymentMethods: [
        { method: 'cod', enabled: true, min: null, max: 25000, districts: ['Galle'] },
        { method: 'bankTransfer', enabled: true, min: null, max: null, districts: [] },
        { method: 'payhere', enabled: false, min: null, max: null, districts: [] },
      ],
      bankAccount: { bank: 'Bank of Ceylon', branch: null, holder: 'Araliya', number: '007 123' },
      codFee: 150.5,
      codConfirmAbove: 20000,
      confirmRefundsAbove: 20000,
    })
  })

  it.each([
    [true, 'PayHere is connected'],
    [false, 'PayHere is not connected'],
  ])('say whether the gateway is configured: %s', async (gatewayConfigured, text) => {
    settingsServer({ payments: paymentSettingsOf({ gatewayConfigured }) })
    renderApp('/admin/settings/payments')
    expect(await screen.findByText(text)).toBeVisible()
  })
})

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asOwner } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { retype, SAVED, save, settingsServer } from '@/test/settings'

asOwner()

describe('the tax settings', () => {
  it('ask for the registration before they are saved', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/tax')
    await user.click(await screen.findByRole('checkbox', { name: 'The shop is registered for VAT' }))
    await user.click(save())
    expect(await screen.findByText('A TIN has 9 digits')).toBeVisible()
    expect(screen.getByText('Enter the name in the certificate')).toBeVisible()
    expect(saved).toEqual([])
    await retype(user, 'TIN', '123456789')
    await retype(user, 'Registered name', 'Araliya (Pvt) Ltd')
    await retype(user, 'Registered address', '27 Ward Place, Colombo 07')
    await user.click(save())
    await expectNotice(SAVED)
    expect(saved[0]?.body.vat).toMatchObject({
      registered: true,
      tin: '123456789',
      unitCode: null,
      rates: [{ percent: 18, from: '2024-01-01' }],
    })
  })

  it('have a rate for each day once', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/tax')
    await user.click(await screen.findByRole('checkbox', { name: 'The shop is registered for VAT' }))
    await user.click(screen.getByRole('button', { name: 'Add a rate' }))
    const [, day] = screen.getAllByLabelText('From')
    if (day === undefined) throw new Error('There is no second rate')
    await user.type(day, '2024-01-01')
    await user.click(save())
    expect(await screen.findByText('Another rate begins on this day')).toBeVisible()
    expect(saved).toEqual([])
  })

  it('show the first number of a tax invoice', async () => {
    settingsServer()
    const { user } = renderApp('/admin/settings/tax')
    await user.click(await screen.findByRole('checkbox', { name: 'The shop is registered for VAT' }))
    await retype(user, 'Beginning of numbers', 'VAT-')
    expect(screen.getByText('VAT-000001')).toBeVisible()
  })
})

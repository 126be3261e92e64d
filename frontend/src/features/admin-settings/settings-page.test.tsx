import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { deliverySettingsOf, retype, SAVED, save, settingsServer } from '@/test/settings'

asOwner()

describe('the settings', () => {
  it('have no page for an unknown section', async () => {
    renderApp('/admin/settings/colours')
    expect(await screen.findByRole('link', { name: 'Back to the dashboard' })).toBeVisible()
  })

  it('can be asked for again when they could not be loaded', async () => {
    settingsServer()
    server.use(http.get(at('/api/admin/settings/delivery'), () => problem(503, { message: 'Not now.' })))
    const { user } = renderApp('/admin/settings/delivery')
    expect(await screen.findByText('Not now.')).toBeVisible()
    settingsServer()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Zones and rates' })).toBeVisible()
  })
})

describe('settings that changed meanwhile', () => {
  const theirs = { version: 4, cutOff: '11:00' }

  async function conflict() {
    const { sections, saved } = settingsServer()
    const app = renderApp('/admin/settings/delivery')
    await retype(app.user, 'Price (LKR)', '350')
    sections.delivery = deliverySettingsOf(theirs)
    await app.user.click(save())
    await screen.findByText('These settings have changed since you opened them')
    return { ...app, sections, saved }
  }

  it('can be taken instead', async () => {
    const { user, saved } = await conflict()
    await user.click(screen.getByRole('button', { name: 'Take the present values' }))
    expect(screen.getByLabelText('Price (LKR)')).toHaveValue(0)
    expect(screen.getByLabelText('Orders until')).toHaveValue('11:00')
    await user.click(save())
    await expectNotice(SAVED)
    expect(saved.at(-1)?.body.version).toBe(4)
  })

  it('keep the input over a reload, and notice the change then too', async () => {
    const { sections, unmount } = await conflict()
    unmount()
    const { user } = renderApp('/admin/settings/delivery')
    expect(await screen.findByLabelText('Price (LKR)')).toHaveValue(350)
    await user.click(save())
    expect(await screen.findByText('These settings have changed since you opened them')).toBeVisible()
    expect(sections.delivery.version).toBe(4)
  })
})

describe('the settings of orders', () => {
  it('have the couriers with the delivery, with an example of each link', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/delivery')
    await user.click(await screen.findByRole('button', { name: 'Add a courier' }))
    await user.type(screen.getByLabelText('Courier'), 'Domex')
    await user.type(screen.getByLabelText('Tracking page'), 'http://domex.example/')
    await user.click(save())
    expect(
      await screen.findByText('Enter an address that begins with https:// and has {number} once'),
    ).toBeVisible()
    await user.clear(screen.getByLabelText('Tracking page'))
    // In user-event's text a bracket opens a key.
    await user.type(screen.getByLabelText('Tracking page'), 'https://domex.example/{{number}')
    expect(screen.getByText('Parcel LK123456: https://domex.example/LK123456')).toBeVisible()
    await user.click(save())
    await expectNotice(SAVED)
    expect(saved).toHaveLength(1)
    expect(saved[0]).toMatchObject({
      section: 'delivery',
      body: { couriers: [{ name: 'Domex', trackingUrl: 'https://domex.example/{number}' }] },
    })
  })

  it('save the times and the returns, each with its own section', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/orders')
    await retype(user, 'Bank transfer (hours)', '721')
    await user.click(screen.getByRole('button', { name: 'Save times' }))
    expect(await screen.findByText('Enter a whole number from 1 to 720')).toBeVisible()
    await retype(user, 'Bank transfer (hours)', '72')
    await user.click(screen.getByRole('button', { name: 'Save times' }))
    await expectNotice(SAVED)
    await user.click(screen.getByLabelText('A change of mind is a reason'))
    await user.click(screen.getByRole('button', { name: 'Save returns' }))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved).toEqual([
      {
        section: 'payments',
        body: { version: 0, expiries: { payhereMinutes: 30, bankTransferHours: 72 } },
      },
      { section: 'orders', body: { version: 0, returnDays: 7, changedMind: true } },
    ])
  })

  it('save the limits of new customers', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/orders')
    await retype(user, 'Units in one order', '0')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Enter a whole number from 1 to 1000000')).toBeVisible()
    await retype(user, 'Units in one order', '12')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await expectNotice(SAVED)
    expect(saved).toEqual([
      { section: 'orders', body: { version: 0, newCustomerOrders: 3, newCustomerUnits: 12 } },
    ])
  })

  it('save the letters that order numbers begin with', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/orders')
    await retype(user, 'Beginning of numbers', 'n')
    await user.click(screen.getByRole('button', { name: 'Save numbers' }))
    expect(await screen.findByText('Enter 2 to 5 letters from A to Z')).toBeVisible()
    await retype(user, 'Beginning of numbers', 'nelum')
    expect(screen.getByText(/NELUM-7K3M-Q9TX/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save numbers' }))
    await expectNotice(SAVED)
    expect(saved).toEqual([{ section: 'orders', body: { version: 0, orderPrefix: 'NELUM' } }])
  })
})

describe('the settings of mails', () => {
  it('switch a mail off', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/mails')
    await user.click(await screen.findByLabelText('Payment reminder'))
    await user.click(save())
    await expectNotice(SAVED)
    expect(saved[0]?.body).toMatchObject({ version: 0, mails: { reminder: false, placed: true } })
    expect(screen.getByLabelText('Payment reminder')).not.toBeChecked()
  })

  it('offer languages beside English, which stays', async () => {
    const { saved } = settingsServer()
    const { user } = renderApp('/admin/settings/mails')
    const panel = within(await screen.findByRole('region', { name: 'Languages' }))
    expect(panel.getByText(/Have a native speaker read the texts in Sinhala and Tamil/)).toBeVisible()
    expect(panel.getByLabelText('English')).toBeChecked()
    expect(panel.getByLabelText('English')).toBeDisabled()
    await user.click(panel.getByLabelText(/Tamil/))
    await user.click(panel.getByLabelText(/Sinhala/))
    await user.click(save())
    await expectNotice(SAVED)
    expect(saved[0]?.body).toMatchObject({ version: 0, languages: ['en', 'si', 'ta'] })
    await user.click(panel.getByLabelText(/Sinhala/))
    await user.click(save())
    await waitFor(() => expect(saved[1]?.body).toMatchObject({ version: 1, languages: ['en', 'ta'] }))
  })
})

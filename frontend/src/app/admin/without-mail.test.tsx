// Without a mail server the back-office promises no mail.
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { asOwner, listAnswer, orderOf, userOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, server, shopWith } from '@/test/server'
import { settingsServer } from '@/test/settings'

asOwner()
const withoutMail = () =>
  server.use(http.get(at('/api/shop'), () => HttpResponse.json(shopWith({ mailConnected: false }))))
beforeEach(withoutMail)

function withOrder(order: Order) {
  const parcels: unknown[] = []
  server.use(
    http.get(at('/api/orders'), () => listAnswer([order])),
    http.get(at('/api/orders/:id'), () => HttpResponse.json(order)),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    http.put(at('/api/orders/:id/parcel'), async ({ request }) => {
      parcels.push(await request.json())
      return HttpResponse.json({ message: 'Order updated successfully!', order })
    }),
  )
  return parcels
}

describe('without a mail server', () => {
  it('a parcel is handed over without a mail to its customer', async () => {
    withOrder(orderOf({ fulfilmentStatus: 'packed' }))
    const { user } = renderApp('/admin/orders?fulfilment=packed')
    await user.click(await screen.findByRole('button', { name: /^Hand over / }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Hand over / }))
    expect(await dialog.findByText(/sees what you enter here on the page of the order\.$/)).toBeVisible()
  })

  it('a corrected parcel is saved without a mail to its customer', async () => {
    const order = orderOf({ fulfilmentStatus: 'handedOver', status: 'shipped', courier: 'Domex' })
    const parcels = withOrder(order)
    const { user } = renderApp(`/admin/orders?view=${order.orderId}`)
    const form = within(await screen.findByRole('form', { name: 'Parcel' }))
    await waitFor(() => expect(form.queryByLabelText('Mail the customer the new tracking')).toBeNull())
    await user.type(form.getByLabelText(/^Tracking number/), 'D1')
    await user.click(form.getByRole('button', { name: 'Save tracking' }))
    await waitFor(() => expect(parcels).toMatchObject([{ notify: false }]))
  })

  it.each([
    ['payments', 'A large refund asks for the password of the member of staff.'],
    ['delivery', /Other couriers or tracking pages ask for your password\.$/],
  ])('the settings of %s announce no mail to the owners', async (section, text) => {
    settingsServer()
    withoutMail()
    renderApp(`/admin/settings/${section}`)
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('a second factor is removed without a mail to its owner', async () => {
    const person = userOf()
    server.use(
      http.get(at('/api/users'), () => listAnswer([person])),
      http.get(at('/api/users/second-factor'), () =>
        HttpResponse.json({ enabled: true, since: '2026-11-20T06:30:00Z', recoveryCodesLeft: 0 }),
      ),
    )
    const { user } = renderApp(`/admin/customers?view=${encodeURIComponent(person.email)}`)
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove the second factor?' }))
    expect(question.getByText(/signs in with the password alone afterwards\. Make sure/)).toBeVisible()
  })

  it('an invitation is made, not sent', async () => {
    server.use(
      http.get(at('/api/admin/staff'), () => HttpResponse.json([])),
      http.get(at('/api/admin/staff/invitations'), () => HttpResponse.json([])),
    )
    const { user } = renderApp('/admin/staff')
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite staff' }))
    expect(await dialog.findByRole('button', { name: 'Make invitation' })).toBeVisible()
  })
})

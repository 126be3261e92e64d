import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { asOwner, listAnswer, orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

let steps: [string, unknown][]

function withOrders(orders: Order[]) {
  server.use(
    http.get(at('/api/orders'), () => listAnswer(orders)),
    http.get(at('/api/orders/:id'), ({ params }) =>
      HttpResponse.json(orders.find(({ orderId }) => orderId === params.id)),
    ),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    http.post(at('/api/orders/:id/fulfilment'), async ({ params, request }) => {
      steps.push([String(params.id), await request.json()])
      const order = orders.find(({ orderId }) => orderId === params.id)
      return HttpResponse.json({ message: 'Order updated successfully!', order })
    }),
  )
}

asOwner()
beforeEach(() => {
  steps = []
  sessionStorage.clear()
})

describe('what is half typed in the dialog of an order', () => {
  it('is there again when the dialog is opened again', async () => {
    withOrders([orderOf({ fulfilmentStatus: 'packed' })])
    const first = renderApp('/admin/orders?view=ARA-7K3M-Q9TX')
    await first.user.type(await screen.findByLabelText('Note'), 'Rang at noon')
    await first.user.type(screen.getByLabelText(/^Tracking number/), 'D-17')
    await first.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    first.unmount()
    renderApp('/admin/orders?view=ARA-7K3M-Q9TX')
    expect(await screen.findByLabelText('Note')).toHaveValue('Rang at noon')
    expect(screen.getByLabelText(/^Tracking number/)).toHaveValue('D-17')
  })
})

describe('a press of the queue that hands over', () => {
  it('asks for the parcel first', async () => {
    withOrders([orderOf({ orderId: 'ARA-1', fulfilmentStatus: 'packed' })])
    const { user } = renderApp('/admin/orders?fulfilment=packed')
    await user.click(await screen.findByRole('button', { name: 'Hand over ARA-1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over ARA-1' }))
    expect(steps).toEqual([])
    await user.type(dialog.getByLabelText(/Courier/), 'Domex')
    await user.type(dialog.getByLabelText(/^Tracking number/), 'D-17')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    await expectNotice('Hand over: ARA-1')
    expect(steps).toEqual([['ARA-1', { step: 'handedOver', courier: 'Domex', trackingNumber: 'D-17' }]])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Hand over ARA-1' })).toBeNull())
  })
})

describe('an order that a courier brings', () => {
  it('is not offered to wait at the shop', async () => {
    withOrders([orderOf({ fulfilmentStatus: 'packed' })])
    renderApp('/admin/orders?view=ARA-7K3M-Q9TX')
    const next = within(await screen.findByRole('region', { name: 'Next step' }))
    expect(next.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Hand over',
      'Unpack again',
    ])
  })
})

describe('ticks', () => {
  it('are there after the slips are printed, and on no later visit', async () => {
    withOrders([orderOf({ orderId: 'ARA-1' }), orderOf({ orderId: 'ARA-2' })])
    const { user, router } = renderApp('/admin/orders?fulfilment=toPack')
    await user.click(await screen.findByRole('checkbox', { name: 'Tick ARA-2' }))
    await user.click(screen.getByRole('link', { name: 'Print packing slips' }))
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/admin/orders'))
    await act(() => router.navigate(-1))
    expect(await screen.findByText('1 order ticked')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Tick ARA-2' })).toBeChecked()
    await act(() => router.navigate('/admin'))
    await act(() => router.navigate(-1))
    expect(await screen.findByText('No order ticked')).toBeVisible()
  })
})

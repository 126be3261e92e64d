import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { asOwner, listAnswer, orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

/** The steps that the server was asked for: the order's number and the body. */
let steps: [string, unknown][]

/** A server with these orders, which takes every step but those of `refused`. */
function withOrders(orders: Order[], refused: string[] = []) {
  server.use(
    http.get(at('/api/orders'), () => listAnswer(orders)),
    http.get(at('/api/orders/:id'), ({ params }) =>
      HttpResponse.json(orders.find(({ orderId }) => orderId === params.id)),
    ),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    http.post(at('/api/orders/:id/fulfilment'), async ({ params, request }) => {
      const id = String(params.id)
      steps.push([id, await request.json()])
      const order = orders.find(({ orderId }) => orderId === id)
      if (refused.includes(id))
        return problem(409, { code: 'order.wrong_step', message: 'Not possible now.', order })
      return HttpResponse.json({ message: 'Order updated successfully!', order })
    }),
  )
}

asOwner()
beforeEach(() => {
  steps = []
})

describe('an order that is not paid', () => {
  const unpaid = (order: Partial<Order> = {}) =>
    orderOf({ payment: { ...orderOf().payment, method: 'bankTransfer', amountDue: 8700 }, ...order })

  it('says so beside the step that packs it', async () => {
    const order = unpaid()
    withOrders([order])
    renderApp(`/admin/orders?view=${order.orderId}`)
    const next = within(await screen.findByRole('region', { name: 'Next step' }))
    expect(next.getByText('LKR. 8,700.00 is not paid yet.')).toBeVisible()
    expect(next.getByRole('button', { name: 'Mark packed' })).toBeEnabled()
  })

  it('says what its payment waits for', async () => {
    const pending = { ...unpaid().payment, method: 'payhere', paymentStatus: 'pending' } as const
    const order = unpaid({ payment: pending })
    withOrders([order])
    renderApp(`/admin/orders?view=${order.orderId}`)
    const next = within(await screen.findByRole('region', { name: 'Next step' }))
    expect(next.getByText('The payment is being processed.')).toBeVisible()
  })

  it('is not told of where the courier brings the money', async () => {
    const order = orderOf()
    withOrders([order])
    renderApp(`/admin/orders?view=${order.orderId}`)
    const next = within(await screen.findByRole('region', { name: 'Next step' }))
    expect(next.getByRole('button', { name: 'Mark packed' })).toBeEnabled()
    expect(next.queryByText(/is not paid yet/)).toBeNull()
  })
})

describe('the packing queue', () => {
  it('hands several parcels over to one courier', async () => {
    withOrders([orderOf({ orderId: 'ARA-1', fulfilmentStatus: 'packed' })])
    const { user } = renderApp('/admin/orders?fulfilment=packed')
    await user.click(await screen.findByRole('checkbox', { name: 'Tick ARA-1' }))
    await user.type(screen.getByLabelText(/Courier/), 'Domex')
    expect(screen.queryByLabelText(/Tracking number/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Hand over' }))
    await waitFor(() => expect(steps).toEqual([['ARA-1', { step: 'handedOver', courier: 'Domex' }]]))
  })
})

describe('several orders', () => {
  it('are cancelled at once, with one reason; a refused one stays ticked', async () => {
    const packed = orderOf({ orderId: 'ARA-3', fulfilmentStatus: 'packed' })
    withOrders([orderOf({ orderId: 'ARA-1' }), orderOf({ orderId: 'ARA-2' }), packed])
    const sent: unknown[] = []
    const refusal = { code: 'order.not_cancellable', message: 'This order can no longer be cancelled.' }
    server.use(
      http.post(at('/api/orders/cancel'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({
          message: '1 of 2 orders cancelled.',
          outcomes: [
            { orderId: 'ARA-1', cancelled: true, code: null, message: null },
            { orderId: 'ARA-2', cancelled: false, ...refusal },
          ],
        })
      }),
    )
    const { user } = renderApp('/admin/orders?q=nimal')
    await user.click(await screen.findByRole('button', { name: 'Tick all 3' }))
    await user.click(screen.getByRole('button', { name: 'Cancel 2 orders' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel 2 orders?' }))
    expect(sent).toEqual([])
    await user.type(question.getByLabelText(/Why are they cancelled/), 'Not reached by phone')
    await user.click(question.getByRole('button', { name: 'Cancel 2 orders' }))
    await expectNotice('Cancelled: 1 order')
    await expectNotice('ARA-2: This order can no longer be cancelled.')
    expect(sent).toEqual([{ orderIds: ['ARA-1', 'ARA-2'], reason: 'Not reached by phone' }])
    expect(screen.getByRole('checkbox', { name: 'Tick ARA-1' })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Tick ARA-2' })).toBeChecked()
  })

  it('are not ticked where none can be cancelled', async () => {
    withOrders([orderOf({ orderId: 'ARA-1', status: 'completed', fulfilmentStatus: 'delivered' })])
    renderApp('/admin/orders?status=completed')
    expect(await screen.findByText('ARA-1')).toBeVisible()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('an order that the customer picks up', () => {
  const delivery = { ...orderOf().delivery, method: 'pickup' }
  const packed = (orderId: string, order: Partial<Order> = {}) =>
    orderOf({ orderId, fulfilmentStatus: 'packed', ...order })

  it('is made ready for it with one press of the queue', async () => {
    withOrders([packed('ARA-1', { delivery })])
    const { user } = renderApp('/admin/orders?fulfilment=packed')
    expect(await screen.findByText('Pick-up at the shop')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ready for pick-up ARA-1' }))
    await waitFor(() => expect(steps).toEqual([['ARA-1', { step: 'readyForPickup' }]]))
  })

  it('is not handed over with the parcels that are ticked beside it', async () => {
    withOrders([packed('ARA-1', { delivery }), packed('ARA-2'), packed('ARA-3')])
    const { user } = renderApp('/admin/orders?fulfilment=packed')
    const bar = within(await screen.findByRole('region', { name: 'Ticked orders' }))
    await user.click(bar.getByRole('button', { name: 'Tick all 3' }))
    await user.click(bar.getByRole('button', { name: 'Hand over (2)' }))
    await expectNotice('Hand over: 2 orders')
    expect(steps).toEqual([
      ['ARA-2', { step: 'handedOver' }],
      ['ARA-3', { step: 'handedOver' }],
    ])
    expect(bar.getByText('1 order ticked')).toBeVisible()
    expect(bar.queryByLabelText(/Courier/)).toBeNull()
    await user.click(bar.getByRole('button', { name: 'Ready for pick-up' }))
    await waitFor(() => expect(steps.at(-1)).toEqual(['ARA-1', { step: 'readyForPickup' }]))
  })

  it('is made ready for it in its dialog first', async () => {
    withOrders([orderOf({ fulfilmentStatus: 'packed', delivery })])
    renderApp('/admin/orders?view=ARA-7K3M-Q9TX')
    const next = within(await screen.findByRole('region', { name: 'Next step' }))
    const [first] = next.getAllByRole('button')
    expect(first).toHaveAccessibleName('Ready for pick-up')
    expect(screen.getByText('Pick-up at the shop, free')).toBeVisible()
  })
})

describe('the focus after a press of the queue', () => {
  it('goes to the next order, and to the heading after the last', async () => {
    const orders = [orderOf({ orderId: 'ARA-1' }), orderOf({ orderId: 'ARA-2' })]
    withOrders(orders)
    server.use(
      http.post(at('/api/orders/:id/fulfilment'), ({ params }) => {
        const place = orders.findIndex(({ orderId }) => orderId === params.id)
        const [order] = orders.splice(place, 1)
        return HttpResponse.json({ message: 'ok', order: { ...order, fulfilmentStatus: 'packed' } })
      }),
    )
    const { user } = renderApp('/admin/orders?fulfilment=toPack')
    await user.click(await screen.findByRole('button', { name: 'Mark packed ARA-1' }))
    await waitFor(() => expect(screen.queryByText('ARA-1')).toBeNull())
    expect(screen.getByRole('button', { name: 'Mark packed ARA-2' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Mark packed ARA-2' }))
    expect(await screen.findByText('No orders found.')).toBeVisible()
    expect(document.querySelector('main h1')).toHaveFocus()
  })
})

describe('the focus after a press of the bar', () => {
  it('stays at the button of orders that are refused', async () => {
    withOrders([orderOf({ orderId: 'ARA-1' })], ['ARA-1'])
    const { user } = renderApp('/admin/orders?fulfilment=toPack')
    await user.click(await screen.findByRole('checkbox', { name: 'Tick ARA-1' }))
    await user.click(screen.getByRole('button', { name: 'Mark packed' }))
    await expectNotice('ARA-1: Not possible now.')
    expect(screen.getByRole('button', { name: 'Mark packed' })).toHaveFocus()
  })

  it('goes to the number of ticked orders, and to the heading after the last', async () => {
    const orders = [orderOf({ orderId: 'ARA-1' }), orderOf({ orderId: 'ARA-2' })]
    withOrders(orders)
    server.use(
      http.post(at('/api/orders/:id/fulfilment'), ({ params }) => {
        const place = orders.findIndex(({ orderId }) => orderId === params.id)
        const [order] = orders.splice(place, 1)
        return HttpResponse.json({ message: 'ok', order: { ...order, fulfilmentStatus: 'packed' } })
      }),
    )
    const { user } = renderApp('/admin/orders?fulfilment=toPack')
    await user.click(await screen.findByRole('checkbox', { name: 'Tick ARA-1' }))
    await user.click(screen.getByRole('button', { name: 'Mark packed' }))
    await waitFor(() => expect(screen.getByText('No order ticked')).toHaveFocus())
    await waitFor(() => expect(screen.queryByText('ARA-1')).toBeNull())
    await user.click(screen.getByRole('checkbox', { name: 'Tick ARA-2' }))
    await user.click(screen.getByRole('button', { name: 'Mark packed' }))
    expect(await screen.findByText('No orders found.')).toBeVisible()
    await waitFor(() => expect(document.querySelector('main h1')).toHaveFocus())
  })
})

describe('the next step of an order', () => {
  it('asks before a parcel counts as not delivered', async () => {
    withOrders([orderOf({ status: 'shipped', fulfilmentStatus: 'handedOver' })])
    const { user } = renderApp('/admin/orders?view=ARA-7K3M-Q9TX')
    await user.click(await screen.findByRole('button', { name: 'Not delivered' }))
    expect(steps).toEqual([])
    const question = within(await screen.findByRole('alertdialog', { name: 'Not delivered?' }))
    await user.click(question.getByRole('button', { name: 'Cancel the order' }))
    await waitFor(() => expect(steps).toEqual([['ARA-7K3M-Q9TX', { step: 'undelivered' }]]))
  })

  it('is not there for an order that is cancelled or delivered', async () => {
    withOrders([orderOf({ status: 'completed', fulfilmentStatus: 'delivered' })])
    renderApp('/admin/orders?view=ARA-7K3M-Q9TX')
    await screen.findByRole('dialog')
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
  })
})

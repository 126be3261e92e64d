import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { Order } from '@/api/types'
import { listAnswer, orderOf, signInAdmin } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { NO_PARCEL, withLink } from './parcel-fields'

const COURIERS = [
  { name: 'Domex', trackingUrl: 'https://domex.example/?id={number}' },
  { name: 'Koombiyo', trackingUrl: 'https://koombiyo.example/{number}' },
]

describe('the link of a parcel', () => {
  const change = (before: object, after: object) =>
    withLink(COURIERS, { ...NO_PARCEL, ...before }, { ...NO_PARCEL, ...before, ...after }).trackingUrl

  it('follows the courier and the number', () => {
    expect(change({ courier: 'Domex' }, { trackingNumber: 'D 1' })).toBe('https://domex.example/?id=D%201')
    const made = { courier: 'Domex', trackingNumber: '1', trackingUrl: 'https://domex.example/?id=1' }
    expect(change(made, { courier: 'Koombiyo' })).toBe('https://koombiyo.example/1')
    expect(change(made, { courier: 'By hand' })).toBe('')
  })

  it('stays as it was typed', () => {
    const typed = { courier: 'Domex', trackingNumber: '1', trackingUrl: 'https://other.example/1' }
    expect(change(typed, { trackingNumber: '2' })).toBe('https://other.example/1')
  })
})

/** Opens the order's dialog; the steps that are taken are collected. */
async function handOver(order: Order, steps: unknown[] = []) {
  server.use(
    http.get(at('/api/orders'), () => listAnswer([order])),
    http.get(at('/api/orders/:id'), () => HttpResponse.json(order)),
    http.get(at('/api/orders/:id/events'), () => HttpResponse.json([])),
    http.post(at('/api/orders/:id/fulfilment'), async ({ request }) => {
      steps.push(await request.json())
      return HttpResponse.json({ message: 'Order updated successfully!', order })
    }),
  )
  const app = renderApp(`/admin/orders?view=${order.orderId}`)
  const next = within(await screen.findByRole('region', { name: 'Next step' }))
  return { ...app, next, steps }
}

describe('handing over a parcel', () => {
  const packed = orderOf({ fulfilmentStatus: 'packed' })

  beforeEach(() => {
    localStorage.removeItem('last-courier')
    endSession('logout')
    signInAdmin()
  })

  it('makes the link of a configured courier, and remembers the courier', async () => {
    server.use(http.get(at('/api/admin/couriers'), () => HttpResponse.json(COURIERS)))
    const { user, next, steps, unmount } = await handOver(packed)
    await user.selectOptions(await next.findByRole('combobox', { name: /^Courier/ }), 'Domex')
    await user.type(next.getByLabelText(/^Tracking number/), 'D-100')
    expect(next.getByLabelText(/^Tracking link/)).toHaveValue('https://domex.example/?id=D-100')
    await user.click(next.getByRole('button', { name: 'Hand over' }))
    await waitFor(() =>
      expect(steps).toEqual([
        {
          step: 'handedOver',
          courier: 'Domex',
          trackingNumber: 'D-100',
          trackingUrl: 'https://domex.example/?id=D-100',
        },
      ]),
    )
    unmount()
    const again = await handOver(packed)
    await waitFor(() => expect(again.next.getByRole('combobox', { name: /^Courier/ })).toHaveValue('Domex'))
  })

  it('takes another courier by name', async () => {
    server.use(http.get(at('/api/admin/couriers'), () => HttpResponse.json(COURIERS)))
    const { user, next, steps } = await handOver(packed)
    await user.selectOptions(await next.findByRole('combobox', { name: /^Courier/ }), 'Another courier')
    await user.type(next.getByLabelText(/^The courier's name/), 'Sunil')
    await user.click(next.getByRole('button', { name: 'Hand over' }))
    await waitFor(() => expect(steps).toEqual([{ step: 'handedOver', courier: 'Sunil' }]))
  })

  it('is corrected with a mail to its customer, unless the tick is taken away', async () => {
    const bodies: unknown[] = []
    const order = orderOf({ fulfilmentStatus: 'handedOver', status: 'shipped', courier: 'Domex' })
    server.use(
      http.put(at('/api/orders/:id/parcel'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ message: 'Order updated successfully!', order })
      }),
    )
    const { user, next } = await handOver(order)
    const form = within(next.getByRole('form', { name: 'Parcel' }))
    const correct = async () => {
      await user.type(form.getByLabelText(/^Tracking number/), '1')
      await user.click(form.getByRole('button', { name: 'Save tracking' }))
    }
    await correct()
    await waitFor(() => expect(bodies).toMatchObject([{ notify: true }]))
    await user.click(form.getByLabelText('Mail the customer the new tracking'))
    await correct()
    await waitFor(() => expect(bodies).toMatchObject([{ notify: true }, { notify: false }]))
  })
})

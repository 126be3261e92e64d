import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { asOwner, orderOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

function shown(order: Partial<Order> = {}) {
  server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(orderOf(order))))
  return renderApp('/admin/orders/packing-slip/ARA-7K3M-Q9TX')
}

asOwner()

it('names a delivery that is not the standard one on the packing slip', async () => {
  const { unmount } = shown({ delivery: { ...orderOf().delivery, method: 'pickup' } })
  expect(await screen.findByText('Pick-up at the shop')).toBeVisible()
  expect(screen.queryByText('Deliver to')).toBeNull()
  unmount()
  shown()
  expect(await screen.findByText('Deliver to')).toBeVisible()
  expect(screen.queryByText('Standard delivery')).toBeNull()
})

it('has the customer’s remark on the packing slip', async () => {
  shown({ customerNote: 'Ring twice.' })
  expect(await screen.findByText('Ring twice.')).toBeVisible()
})

it('reports an unknown order or a failed request', async () => {
  server.use(http.get(at('/api/orders/:id'), () => problem(404)))
  const { unmount } = renderApp('/admin/orders/packing-slip/ARA-NONE')
  expect(await screen.findByText('There is no order with this number.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled()
  unmount()
  server.use(http.get(at('/api/orders/:id'), () => problem(500, { message: 'It broke.' })))
  const { user } = renderApp('/admin/orders/packing-slip/ARA-7K3M-Q9TX')
  expect(await screen.findByText('It broke.')).toBeVisible()
  server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(orderOf())))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Araliya Glow Serum')).toBeVisible()
})

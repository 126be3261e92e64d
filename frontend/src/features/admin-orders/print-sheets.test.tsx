import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { asOwner, orderOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

function shown(sheet: string, order: Partial<Order> = {}) {
  server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(orderOf(order))))
  return renderApp(`/admin/orders/${sheet}/ARA-7K3M-Q9TX`)
}

asOwner()

it('has delivery and fees between the lines and the sum', async () => {
  shown('invoice', {
    total: 9100,
    explanation: [
      { code: 'goods', label: 'Goods at full price', amount: 9700 },
      { code: 'markdown', label: 'Reduced: Glow Serum', amount: -1000 },
      { code: 'delivery', label: 'Standard delivery', amount: 250 },
      { code: 'freeDelivery', label: 'Free delivery', amount: 0 },
      { code: 'codFee', label: 'Fee for cash on delivery', amount: 150 },
    ],
  })
  const [, , ...extras] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(extras.map((row) => row.textContent)).toEqual([
    'Standard deliveryLKR. 250.00',
    'Fee for cash on deliveryLKR. 150.00',
  ])
})

it('names a delivery that is not the standard one on the packing slip', async () => {
  const { unmount } = shown('packing-slip', { delivery: { ...orderOf().delivery, method: 'pickup' } })
  expect(await screen.findByText('Pick-up at the shop')).toBeVisible()
  expect(screen.queryByText('Deliver to')).toBeNull()
  unmount()
  shown('packing-slip')
  expect(await screen.findByText('Deliver to')).toBeVisible()
  expect(screen.queryByText('Standard delivery')).toBeNull()
})

it('has the customer’s remark on the packing slip', async () => {
  shown('packing-slip', { customerNote: 'Ring twice.' })
  expect(await screen.findByText('Ring twice.')).toBeVisible()
})

it('marks a cancelled order as no invoice', async () => {
  shown('invoice', { status: 'cancelled' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Cancelled order' })).toBeVisible()
  expect(
    screen.getByText('This order was cancelled. This is no invoice: nothing is to be paid.'),
  ).toBeVisible()
  expect(screen.queryByText('Deliver to')).toBeNull()
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled()
})

it('reports an unknown order or a failed request', async () => {
  server.use(http.get(at('/api/orders/:id'), () => problem(404)))
  const { unmount } = renderApp('/admin/orders/invoice/ARA-NONE')
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

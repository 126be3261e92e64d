import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order, OrderUpdate } from '@/api/types'
import { asOwner, listAnswer, orderOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

let sent: OrderUpdate[] = []

/** A shop with one order; `answer` to a change, which is otherwise made. */
function shop(order: Order, answer?: () => Response) {
  let now = order
  server.use(
    http.get(at('/api/orders'), () => listAnswer([now])),
    http.get(at('/api/orders/:id'), () => HttpResponse.json(now)),
    http.put(at('/api/orders/:id'), async ({ request }) => {
      const change = (await request.json()) as OrderUpdate
      sent.push(change)
      if (answer) return answer()
      now = { ...now, ...(change as Partial<Order>) }
      return HttpResponse.json({ message: 'Order updated successfully!', order: now })
    }),
  )
}

async function openUpdate(order: Order, answer?: () => Response) {
  shop(order, answer)
  const app = renderApp('/admin/orders')
  await app.user.click(await screen.findByRole('button', { name: `Update ${order.orderId}` }))
  const dialog = await screen.findByRole('dialog', { name: `Update order ${order.orderId}` })
  return { ...app, dialog: within(dialog) }
}

asOwner()
beforeEach(() => {
  sent = []
})

describe('updating an order', () => {
  it('starts with the current order, not with the row', async () => {
    shop(orderOf())
    const now = orderOf({ status: 'cancelled', notes: 'Called: moved away' })
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(http.get(at('/api/orders/:id'), () => released.then(() => HttpResponse.json(now))))
    const { user } = renderApp('/admin/orders')
    const opener = await screen.findByRole('button', { name: 'Update ARA-7K3M-Q9TX' })
    await user.click(opener)
    expect(opener.querySelector('.animate-spin')).toBeInTheDocument()
    expect(opener).toHaveFocus()
    answer()
    const dialog = within(await screen.findByRole('dialog', { name: 'Update order ARA-7K3M-Q9TX' }))
    expect(dialog.getByLabelText('Status')).toHaveValue('cancelled')
    expect(dialog.getByLabelText('Notes')).toHaveValue('Called: moved away')
    expect(opener.querySelector('.animate-spin')).toBeNull()
    await user.type(dialog.getByLabelText('Notes'), '.')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    await waitFor(() => expect(sent).toEqual([{ expectedStatus: 'cancelled', notes: 'Called: moved away.' }]))
  })

  it('starts with the row when the order cannot be read', async () => {
    shop(orderOf())
    server.use(http.get(at('/api/orders/:id'), () => problem(503)))
    const { user } = renderApp('/admin/orders')
    await user.click(await screen.findByRole('button', { name: 'Update ARA-7K3M-Q9TX' }))
    expect(await screen.findByLabelText('Notes')).toHaveValue('Leave at the gate')
  })

  it('asks, sends only changed fields, and shows them', async () => {
    const { user, dialog } = await openUpdate(orderOf())
    await user.selectOptions(dialog.getByLabelText('Status'), 'shipped')
    await user.clear(dialog.getByLabelText('Notes'))
    await user.type(dialog.getByLabelText('Notes'), 'With the courier')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Confirm Update' }))
    expect(question.getByText('Are you sure you want to update this order?')).toBeVisible()
    expect(question.getByText('ARA-7K3M-Q9TX')).toBeVisible()
    expect(question.getByText('Status: Processing → Shipped')).toBeVisible()
    expect(sent).toEqual([])
    await user.click(question.getByRole('button', { name: 'Update' }))
    await expectNotice('Order updated successfully!')
    expect(sent).toEqual([{ expectedStatus: 'processing', status: 'shipped', notes: 'With the courier' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(screen.getByRole('table')).getByText('Shipped')).toBeVisible()
  })

  it('records payment and refund', async () => {
    const { user, dialog } = await openUpdate(orderOf({ status: 'cancelled' }))
    await user.type(dialog.getByLabelText(/^Payment ID/), ' PAY-7 ')
    await user.click(dialog.getByLabelText('Payment refunded'))
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    await waitFor(() =>
      expect(sent).toEqual([{ expectedStatus: 'cancelled', paymentId: 'PAY-7', refunded: true }]),
    )
  })

  it('enforces the limits', async () => {
    const { user, dialog } = await openUpdate(orderOf({ paymentId: 'PAY-1' }))
    await user.clear(dialog.getByLabelText(/^Payment ID/))
    await user.click(dialog.getByLabelText(/^Payment ID/))
    await user.paste('x'.repeat(201))
    await user.clear(dialog.getByLabelText('Notes'))
    await user.click(dialog.getByLabelText('Notes'))
    await user.paste('x'.repeat(2001))
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText('Notes may have at most 2,000 characters')).toBeVisible()
    expect(dialog.getByText('A payment ID may have at most 200 characters')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { serverNow } from '@/api/server-clock'
import type { Order, Return } from '@/api/types'
import { onOrderPage, shown } from '@/test/customer-payment'
import { expectNotice } from '@/test/notices'
import { order } from '@/test/quotes'
import { returnOf } from '@/test/returns'
import { at, problem, server } from '@/test/server'

const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number): string => new Date(serverNow() - days * DAY_MS).toISOString()

/** A delivered order of two units. */
const delivered = (fields: Partial<Order> = {}): Order =>
  order({
    status: 'completed',
    fulfilmentStatus: 'delivered',
    deliveredAt: daysAgo(1),
    orderedItems: order().orderedItems.map((item) => ({ ...item, returnable: item.quantity })),
    ...fields,
  })

/** A server that takes returns, and photos unless `photo` refuses them; answers what it was sent. */
function takesReturns(kept: { order: Order }, photo: () => Response | null = () => null) {
  const sent: { body: unknown; key: string | null }[] = []
  const answer = (returns: Return[]) => {
    kept.order = { ...kept.order, returns }
    return HttpResponse.json({ message: 'Return sent.', order: kept.order }, { status: 201 })
  }
  server.use(
    http.post(at('/api/orders/:id/returns'), async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') })
      return answer([returnOf()])
    }),
    http.post(at('/api/orders/:id/returns/:number/photos'), () => photo() ?? answer(kept.order.returns)),
  )
  return sent
}

const form = () => within(screen.getByRole('form', { name: 'Return items' }))

onOrderPage()

describe('asking for a return', () => {
  it('is offered until the last day, with the reasons that the shop accepts', async () => {
    const { user } = shown(delivered())
    await user.click(await screen.findByRole('button', { name: 'Return items' }))
    expect(screen.getByRole('heading', { name: 'Return items' })).toHaveFocus()
    expect(screen.getByRole('option', { name: 'It arrived damaged' })).toBeInTheDocument()
    expect(screen.queryByRole('option', { name: 'I changed my mind' })).toBeNull()
    await user.click(form().getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Return items' })).toHaveFocus()
  })

  it('is not offered after it', async () => {
    shown(delivered({ deliveredAt: daysAgo(9) }))
    expect(await screen.findByRole('button', { name: 'Buy again' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Return items' })).toBeNull())
  })

  it('names what is missing, and sends units, reason and account', async () => {
    const { user, kept } = shown(delivered())
    const sent = takesReturns(kept)
    await user.click(await screen.findByRole('button', { name: 'Return items' }))
    await user.click(form().getByRole('button', { name: 'Send return' }))
    expect(await screen.findByText('Choose at least one item')).toBeVisible()
    expect(screen.getByText('Please choose a reason')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: /Glow Serum/ }))
    await user.click(screen.getByRole('button', { name: 'One more of Glow Serum' }))
    await user.selectOptions(screen.getByLabelText('Why do you return it?'), 'damaged')
    await user.type(screen.getByLabelText('Bank'), 'BOC')
    await user.type(screen.getByLabelText('Account holder'), 'N Perera')
    await user.type(screen.getByLabelText('Account number'), '8001')
    await user.click(form().getByRole('button', { name: 'Send return' }))
    await expectNotice('Return sent.')
    expect(sent).toEqual([
      {
        key: expect.any(String),
        body: {
          items: [{ productId: 'A', quantity: 2 }],
          reason: 'damaged',
          bankAccount: { bank: 'BOC', name: 'N Perera', number: '8001' },
        },
      },
    ])
    expect(await screen.findByRole('heading', { name: 'Your return' })).toHaveFocus()
  })

  it('keeps the return when a photo of it fails, and says so', async () => {
    const { user, kept } = shown(delivered())
    takesReturns(kept, () => problem(503))
    await user.click(await screen.findByRole('button', { name: 'Return items' }))
    await user.click(screen.getByRole('checkbox', { name: /Glow Serum/ }))
    await user.selectOptions(screen.getByLabelText('Why do you return it?'), 'damaged')
    await user.upload(screen.getByLabelText(/^Photos/), new File(['x'], 'box.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText('box.jpg')).toBeVisible()
    await user.click(form().getByRole('button', { name: 'Send return' }))
    await expectNotice('Your return is sent, but not all of its photos. Add them below.')
    expect(await screen.findByText('Add a photo')).toBeVisible()
  })
})

describe('a return', () => {
  it('is shown as it is when it cannot be withdrawn any more', async () => {
    const { user, kept } = shown(delivered({ returns: [returnOf({ state: 'approved' })] }))
    const message = 'This return has been received.'
    server.use(
      http.post(at('/api/orders/:id/returns/:number/withdraw'), () => {
        kept.order = delivered({
          returns: [returnOf({ state: 'received', receivedAt: daysAgo(0), credit: 4350.25 })],
        })
        return problem(409, { code: 'return.wrong_state', message, order: kept.order })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Withdraw this return' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Withdraw' }))
    await expectNotice(message)
    expect(await screen.findByText('We credited LKR. 4,350.25 for the items.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw this return' })).toBeNull())
  })

  it('says why it was not accepted', async () => {
    const rejected = returnOf({
      state: 'rejected',
      decidedAt: daysAgo(0),
      decisionReason: 'The seal is broken.',
    })
    shown(delivered({ returns: [rejected] }))
    expect(await screen.findByText('The seal is broken.')).toBeVisible()
  })
})

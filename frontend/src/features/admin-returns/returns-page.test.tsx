import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Order, Return } from '@/api/types'
import { asOwner, listAnswer, orderOf, signInStaff } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { returnOf } from '@/test/returns'
import { at, server } from '@/test/server'

/** A server with one order with one return, which takes its steps. */
function withReturn(first: Partial<Return> = {}) {
  let order: Order = orderOf({ status: 'completed', returns: [returnOf(first)] })
  const sent: unknown[] = []
  const step = (state: Return['state'], message: string) =>
    http.post(at(`/api/orders/:id/returns/:number/:step`), async ({ request }) => {
      sent.push(await request.json())
      order = { ...order, returns: order.returns.map((one) => ({ ...one, state })) }
      return HttpResponse.json({ message, order })
    })
  server.use(
    http.get(at('/api/orders'), ({ request }) => {
      const wanted = new URL(request.url).searchParams.get('returns')
      return listAnswer(order.returns.some(({ state }) => state === wanted) ? [order] : [])
    }),
    http.get(at('/api/orders/:id/returns/:number/bank-account'), () =>
      HttpResponse.json({ bank: 'BOC', branch: 'Kandy', name: 'N Perera', number: '80015' }),
    ),
  )
  return { sent, step }
}

asOwner()

describe('the list of returns', () => {
  it('loses a return that was rejected with a reason', async () => {
    const { sent, step } = withReturn()
    server.use(step('rejected', 'Return rejected.'))
    const { user } = renderApp('/admin/returns')
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    await user.click(screen.getByRole('button', { name: 'Reject return' }))
    expect(await screen.findByText('Enter a reason')).toBeVisible()
    await user.type(screen.getByLabelText('Why is it not accepted?'), 'The seal is broken.')
    await user.click(screen.getByRole('button', { name: 'Reject return' }))
    await expectNotice('Return rejected.')
    expect(sent).toEqual([{ outcome: 'rejected', reason: 'The seal is broken.' }])
    expect(await screen.findByText('No return to judge')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  it('writes spoiled goods off unless staff say otherwise, and shows the account for the money', async () => {
    const { sent, step } = withReturn({ state: 'approved', hasBankAccount: true })
    server.use(step('received', 'Return received.'))
    const { user } = renderApp('/admin/returns?state=approved')
    expect(await screen.findByText('80015')).toBeVisible()
    expect(screen.getByLabelText('Written off')).toHaveValue(2)
    await user.clear(screen.getByLabelText('Written off'))
    await user.type(screen.getByLabelText('Written off'), '1')
    await user.clear(screen.getByLabelText('Back to stock'))
    await user.type(screen.getByLabelText('Back to stock'), '1')
    await user.click(screen.getByRole('button', { name: 'Record as received' }))
    await expectNotice('Return received.')
    expect(sent).toEqual([{ items: [{ productId: 'A', restocked: 1, writtenOff: 1 }] }])
  })

  it('has the steps of one’s role alone', async () => {
    signInStaff('fulfilment')
    withReturn({ hasBankAccount: true })
    renderApp('/admin/returns')
    expect(await screen.findByText('The pump is broken.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.queryByText('80015')).toBeNull()
  })
})

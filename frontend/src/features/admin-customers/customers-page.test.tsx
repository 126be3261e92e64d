import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { AdminUser } from '@/api/types'
import { asOwner, listAnswer, orderOf, signInStaff, userOf } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const list = (users: AdminUser[]) =>
  server.use(
    http.get(at('/api/users'), ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      return listAnswer(users.filter(({ email }) => email.includes(q)))
    }),
  )

asOwner()
beforeEach(() => {
  server.use(
    http.get(at('/api/users/second-factor'), () =>
      HttpResponse.json({ enabled: false, since: null, recoveryCodesLeft: 0 }),
    ),
  )
})

describe('the second factor of a customer', () => {
  const answering = (enabled: boolean) => {
    let on = enabled
    const session = confirmation()
    const removed: (string | null)[] = []
    list([userOf()])
    server.use(
      http.get(at('/api/users/second-factor'), () =>
        HttpResponse.json({ enabled: on, since: on ? '2026-11-20T06:30:00Z' : null, recoveryCodesLeft: 0 }),
      ),
      http.delete(at('/api/users/second-factor'), ({ request }) => {
        if (!session.isConfirmed()) return confirmNeeded()
        removed.push(new URL(request.url).searchParams.get('user'))
        on = false
        return new HttpResponse(null, { status: 204 })
      }),
    )
    return removed
  }
  const open = async () => {
    const { user } = renderApp('/admin/customers?view=nimal%40example.com')
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Nimal Perera' })) }
  }

  it('is removed by an owner who confirmed with the password', async () => {
    const removed = answering(true)
    const { user, dialog } = await open()
    expect(await dialog.findByText(/^On since/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove the second factor?' }))
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await enterPassword(user)
    await expectNotice('nimal@example.com signs in with the password alone now.')
    expect(removed).toEqual(['nimal@example.com'])
    expect(await dialog.findByText('Off')).toBeVisible()
  })

  it('is not shown to other staff', async () => {
    answering(true)
    endSession('logout')
    signInStaff('support')
    const { dialog } = await open()
    expect(await dialog.findByText('Customer since')).toBeVisible()
    expect(dialog.queryByText('Second factor')).toBeNull()
  })
})

describe('the orders of a customer', () => {
  beforeEach(() => {
    list([userOf({ lastLogin: '2026-11-20T19:05:00Z' })])
    server.use(
      http.get(at('/api/admin/customers/:email/purchases'), ({ params }) =>
        HttpResponse.json({
          email: params.email,
          orders: 25,
          cancelled: 1,
          spent: 123456.5,
          lastOrderAt: '2026-11-20T06:30:00Z',
        }),
      ),
      http.get(at('/api/orders'), () => listAnswer([orderOf()])),
    )
  })

  it('report failed sums, and retry', async () => {
    let broken = true
    server.use(
      http.get(at('/api/admin/customers/:email/purchases'), () => (broken ? problem(500) : undefined)),
    )
    const { user } = renderApp('/admin/customers?view=nimal%40example.com')
    expect(await screen.findByText('The sums could not be loaded.')).toBeVisible()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('LKR. 123,456.50')).toBeVisible()
  })

  it('open from a link, also for a deleted customer', async () => {
    server.use(http.get(at('/api/orders'), () => listAnswer([])))
    renderApp('/admin/customers?view=gone%40example.com')
    const dialog = within(await screen.findByRole('dialog', { name: 'gone@example.com' }))
    expect(await dialog.findByText('No orders found.')).toBeVisible()
    expect(await dialog.findByText('There is none with this email any more.')).toBeVisible()
  })

  it('open from a link for a customer outside the loaded list', async () => {
    const old = userOf({ _id: '9', email: 'old@example.com', name: 'Old Hand', lastLogin: null })
    const others = [userOf({ _id: '8', email: 'very.old@example.com' }), old]
    server.use(
      http.get(at('/api/users'), ({ request }) =>
        listAnswer(new URL(request.url).searchParams.get('q') === 'old@example.com' ? others : [userOf()]),
      ),
    )
    renderApp('/admin/customers?view=old%40example.com')
    const dialog = within(await screen.findByRole('dialog', { name: 'Old Hand' }))
    expect(dialog.getByText('Last login').nextElementSibling).toHaveTextContent('Never')
  })
})

describe('blocking', () => {
  it('cancels the open orders too, where that is ticked', async () => {
    list([userOf()])
    const sent: unknown[] = []
    server.use(
      http.put(at('/api/users'), async ({ request }) => {
        sent.push(await request.json())
        const user = userOf({ isBlocked: true })
        return HttpResponse.json({ message: 'User blocked successfully', user, cancelledOrders: ['ARA-1'] })
      }),
    )
    const { user } = renderApp('/admin/customers')
    await user.click(await screen.findByRole('button', { name: 'Block nimal@example.com' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('checkbox', { name: 'Cancel their open orders' }))
    await user.click(question.getByRole('button', { name: 'Block' }))
    await expectNotice('1 order was cancelled.')
    expect(sent).toEqual([{ email: 'nimal@example.com', isBlocked: true, cancelOrders: true }])
  })

  it('reports a failure with its reason', async () => {
    list([userOf()])
    server.use(http.put(at('/api/users'), () => problem(409, { message: 'This is the last admin.' })))
    const { user } = renderApp('/admin/customers')
    await user.click(await screen.findByRole('button', { name: 'Block nimal@example.com' }))
    await user.click(await screen.findByRole('button', { name: 'Block' }))
    await expectNotice('Failed to update user status. Please try again.')
    await expectNotice('This is the last admin.')
  })
})

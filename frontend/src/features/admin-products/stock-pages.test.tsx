import { act, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { StockMovement } from '@/api/types'
import { listAnswer, productOf, signInAdmin } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const PRODUCT = productOf({ productId: 'SUN-50', productName: 'Sun Milk', stock: 10 })

beforeEach(() => {
  endSession('logout')
  signInAdmin()
  server.use(
    http.get(at('/api/products'), () => listAnswer([PRODUCT])),
    http.get(at('/api/products/SUN-50'), () => HttpResponse.json(PRODUCT)),
  )
})

async function openDialog(app = renderApp('/admin/products')) {
  await app.user.click(await screen.findByRole('button', { name: 'Adjust the stock of Sun Milk' }))
  const dialog = await screen.findByRole('dialog', { name: 'Adjust Stock' })
  const change = within(dialog).getByRole('textbox', { name: 'Change' })
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
  const send = () => app.user.click(within(dialog).getByRole('button', { name: 'Adjust Stock' }))
  return { ...app, dialog, change, reason, send }
}

describe('adjusting a stock', () => {
  it('shows the stock before and after, and sends the shown stock along', async () => {
    let sent: unknown
    server.use(
      http.post(at('/api/products/SUN-50/stock'), async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ message: '', product: { ...PRODUCT, stock: 7 } })
      }),
    )
    const { user, dialog, change, reason, send } = await openDialog()
    expect(dialog).toHaveTextContent('Sun Milk (SUN-50)')
    expect(within(dialog).getByRole('status')).toHaveTextContent('Now 10After 11')
    await user.click(within(dialog).getByRole('button', { name: 'One less' }))
    await user.click(within(dialog).getByRole('button', { name: 'One less' }))
    expect(change).toHaveValue('-1')
    await user.clear(change)
    await user.type(change, '-3')
    expect(within(dialog).getByRole('status')).toHaveTextContent('Now 10After 7')
    await user.type(reason, ' Two broke, one was stolen ')
    await send()
    expect(await screen.findByText('The Stock Was Adjusted Successfully')).toBeVisible()
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(sent).toEqual({ delta: -3, reason: 'Two broke, one was stolen', expectedStock: 10 })
  })

  it('shows the new stock and closes before the list is refetched', async () => {
    server.use(
      http.post(at('/api/products/SUN-50/stock'), () => {
        server.use(http.get(at('/api/products'), () => delay('infinite')))
        return HttpResponse.json({ message: '', product: { ...PRODUCT, stock: 11 } })
      }),
    )
    const { dialog, user, reason, send } = await openDialog()
    await user.type(reason, 'Found one')
    await send()
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(screen.getAllByRole('row')[1]).toHaveTextContent('11')
  })

  it('shows errors on the field before a request', async () => {
    const { user, dialog, change, send } = await openDialog()
    for (const [typed, sentence] of [
      ['0', 'Change must not be 0'],
      ['1.5', 'Change must be a whole number such as +12 or -3'],
      ['-11', 'There are only 10 in stock'],
      ['1000000', 'The stock cannot be above 1,000,000'],
    ] as const) {
      await user.clear(change)
      await user.type(change, typed)
      await send()
      expect(change).toHaveAccessibleDescription(sentence)
    }
    expect(within(dialog).getByRole('status')).toHaveTextContent('Now 10After –')
    expect(within(dialog).getByText('Reason is required')).toBeVisible()
  })

  it('asks before Escape discards input', async () => {
    const { user, dialog, reason } = await openDialog()
    await user.type(reason, 'Two broke')
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(question).toHaveTextContent('Your changes to the stock of Sun Milk have not been saved.')
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(reason).toHaveValue('Two broke')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })

  it('asks before its link discards input', async () => {
    server.use(http.get(at('/api/products/SUN-50/stock-movements'), () => listAnswer([])))
    const { user, router, dialog, reason } = await openDialog()
    await user.type(reason, 'Two broke')
    await user.click(within(dialog).getByRole('link', { name: 'Stock history' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(reason).toHaveValue('Two broke')
    expect(router.state.location.pathname).toBe('/admin/products')
    await user.click(within(dialog).getByRole('link', { name: 'Stock history' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/products/stock'))
  })

  it('asks before Back discards input', async () => {
    const app = renderApp('/admin/no-such-page')
    await screen.findByRole('heading', { name: '404 Error - Page Not Found' })
    await act(() => app.router.navigate('/admin/products'))
    const { user, router, reason } = await openDialog(app)
    await user.type(reason, 'Two broke')
    await act(() => router.navigate(-1))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(reason).toHaveValue('Two broke')
    expect(router.state.location.pathname).toBe('/admin/products')
  })

  it('closes at once without input', async () => {
    const { user, dialog } = await openDialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

const movementOf = (movement: Partial<StockMovement>): StockMovement => ({
  at: '2026-11-20T06:30:00Z',
  delta: -3,
  stockAfter: 7,
  reason: 'sale',
  note: null,
  orderId: 'ARA-7K3M-Q9TX',
  actorEmail: 'nimal@example.com',
  ...movement,
})

describe('the history of a stock', () => {
  it('lists every change, with more on demand', async () => {
    server.use(
      http.get(at('/api/products/SUN-50/stock-movements'), ({ request }) =>
        new URL(request.url).searchParams.has('after')
          ? listAnswer([movementOf({ reason: 'initial', delta: 10, stockAfter: 10, orderId: null })], {
              total: 3,
            })
          : listAnswer(
              [
                movementOf({
                  reason: 'adjustment',
                  delta: 1200,
                  stockAfter: 1207,
                  orderId: null,
                  note: 'Counted',
                  actorEmail: null,
                }),
                movementOf({}),
              ],
              { total: 3, next: 'more' },
            ),
      ),
    )
    const { user } = renderApp('/admin/products/stock?productId=SUN-50')
    const table = await screen.findByRole('table', { name: 'Stock history' })
    const rows = () => within(table).getAllByRole('row')
    expect(rows()[1]).toHaveTextContent('20 Nov 2026, 12:00 PM+1,2001,207AdjustedCounted–The command line')
    expect(rows()[2]).toHaveTextContent('20 Nov 2026, 12:00 PM−37Sold–ARA-7K3M-Q9TXnimal@example.com')
    expect(within(table).getByRole('link', { name: 'ARA-7K3M-Q9TX' })).toHaveAttribute(
      'href',
      '/admin/orders?q=ARA-7K3M-Q9TX',
    )
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(rows()).toHaveLength(4))
    expect(rows()[3]).toHaveTextContent('+1010Added with the product')
    expect(screen.getByText('Showing 3 of 3 changes')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Adjust Stock' })).toBeVisible()
  })

  it('reports a failed request, and retries', async () => {
    server.use(
      http.get(at('/api/products/SUN-50'), () => problem(500)),
      http.get(at('/api/products/SUN-50/stock-movements'), () => listAnswer([movementOf({})])),
    )
    const { user } = renderApp('/admin/products/stock?productId=SUN-50')
    expect(await screen.findByText('The product could not be loaded.')).toBeVisible()
    server.use(http.get(at('/api/products/SUN-50'), () => HttpResponse.json(PRODUCT)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Adjust Stock' })).toBeVisible()
    expect(screen.queryByText('The product could not be loaded.')).toBeNull()
  })

  it('reports an unknown product', async () => {
    server.use(
      http.get(at('/api/products/NOPE'), () => problem(404)),
      http.get(at('/api/products/NOPE/stock-movements'), () => problem(404)),
    )
    renderApp('/admin/products/stock?productId=NOPE')
    expect(await screen.findByText('There is no product with this ID.')).toBeVisible()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner, listAnswer, productOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const PRODUCT = productOf({ productId: 'SUN-50', productName: 'Sun Milk', stock: 10 })

asOwner()
beforeEach(() => {
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
})

describe('the history of a stock', () => {
  it('reports an unknown product', async () => {
    server.use(
      http.get(at('/api/products/NOPE'), () => problem(404)),
      http.get(at('/api/products/NOPE/stock-movements'), () => problem(404)),
    )
    renderApp('/admin/products/stock?productId=NOPE')
    expect(await screen.findByText('There is no product with this ID.')).toBeVisible()
  })
})

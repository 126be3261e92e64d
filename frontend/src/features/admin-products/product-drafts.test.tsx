import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { Product, ProductUpdate } from '@/api/types'
import { asOwner, listAnswer, productOf, signInAdmin } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const ADD = '/admin/products/addProducts'
const UPDATE = '/admin/products/updateProducts?product=ARA-SER-001'
let sent: ProductUpdate[] = []

function shop(product: Product, answer = () => HttpResponse.json({ message: 'ok', product })) {
  server.use(
    http.get(at('/api/products'), () => listAnswer([product])),
    http.get(at('/api/products/:id'), () => HttpResponse.json(product)),
    http.post(at('/api/products'), () =>
      HttpResponse.json({ message: 'ok', product: productOf() }, { status: 201 }),
    ),
    http.put(at('/api/products/update/:id'), async ({ request }) => {
      sent.push((await request.json()) as ProductUpdate)
      return answer()
    }),
  )
}

/** The session ends under the form, and the same page is opened by somebody afterwards. */
async function comeBack(app: ReturnType<typeof renderApp>, path: string, email?: string) {
  server.use(http.get(at('/api/users/google/config'), () => problem(503)))
  act(() => endSession('expired'))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/login'))
  app.unmount()
  signInAdmin(email)
  return renderApp(path)
}
/** Goes to `path` once the effects of the page shown have run: until then the form that was left still blocks navigation. */
async function goTo(path: string, router: ReturnType<typeof renderApp>['router']) {
  await act(async () => {})
  await act(() => router.navigate(path))
}
const field = (label: string | RegExp) => screen.findByLabelText(label)

asOwner()
beforeEach(() => {
  sent = []
})

it('restores a new product with its pictures, and asks before it is discarded', async () => {
  shop(productOf())
  const before = renderApp(ADD)
  await before.user.type(await field('Product Name'), 'New Balm')
  await before.user.type(await field('Picture address'), 'https://cdn.example/a.webp{Enter}')
  const { user, router } = await comeBack(before, ADD)
  expect(await field('Product Name')).toHaveValue('New Balm')
  expect(screen.getByRole('img', { name: 'Picture 1' })).toHaveAttribute('src', 'https://cdn.example/a.webp')
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  // The user has chosen to discard the changes.
  await screen.findByRole('heading', { name: 'Admin Products Page' })
  await goTo(ADD, router)
  expect(await field('Product Name')).toHaveValue('')
})

it('removes the draft of a new product once it is saved', async () => {
  shop(productOf())
  const { user, router } = renderApp(ADD)
  for (const [label, value] of [
    ['Product ID', 'ARA-NEW-1'],
    ['Product Name', 'New Balm'],
    ['Price', '1250'],
    ['Stock', '7'],
  ] as const)
    await user.type(await field(label), value)
  await user.click(screen.getByRole('button', { name: 'Add Product' }))
  // The form has gone only when the next page is shown.
  await screen.findByRole('heading', { name: 'Admin Products Page' })
  await goTo(ADD, router)
  expect(await field('Product Name')).toHaveValue('')
})

it('is restored to its author only', async () => {
  shop(productOf())
  const before = renderApp(ADD)
  await before.user.type(await field('Product Name'), 'New Balm')
  const other = await comeBack(before, ADD, 'b@example.com')
  expect(await field('Product Name')).toHaveValue('')
  await comeBack(other, ADD)
  expect(await field('Product Name')).toHaveValue('New Balm')
})

it('restores only changed fields, on top of the current product', async () => {
  shop(productOf())
  const before = renderApp(UPDATE)
  await before.user.type(await field('Product Name'), ' II')
  shop(productOf({ stock: 60 }))
  const { user } = await comeBack(before, UPDATE)
  expect(await field('Product Name')).toHaveValue('Araliya Glow Serum II')
  expect(screen.getByLabelText('Stock')).toHaveValue(60)
  await user.click(screen.getByRole('button', { name: 'Update Product' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { productName: 'Araliya Glow Serum II', stock: 60, expectedStock: 60, version: 3 },
    ]),
  )
})

it('does not treat a sale as seen that the form has not shown', async () => {
  shop(productOf())
  const before = renderApp(UPDATE)
  await before.user.clear(await field('Stock'))
  await before.user.type(await field('Stock'), '70')
  shop(productOf({ stock: 60, version: 4 }))
  const { user } = await comeBack(before, UPDATE)
  expect(await field('Stock')).toHaveValue(70)
  await user.click(screen.getByRole('button', { name: 'Update Product' }))
  await waitFor(() => expect(sent).toMatchObject([{ stock: 70, expectedStock: 64, version: 3 }]))
})

it('removes a field that was changed back', async () => {
  shop(productOf())
  const before = renderApp(UPDATE)
  await before.user.type(await field('Product Name'), '!{Backspace}')
  shop(productOf({ productName: 'Renamed' }))
  await comeBack(before, UPDATE)
  expect(await field('Product Name')).toHaveValue('Renamed')
})

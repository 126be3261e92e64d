import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product, ProductUpdate } from '@/api/types'
import { asOwner, listAnswer, productOf } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const FORM = '/admin/products/updateProducts'
let sent: ProductUpdate[] = []

/** A shop with one product; the answers to the edits, in turn, are otherwise good ones. */
function shop(product: Product, answers: (Response | undefined)[] = []) {
  server.use(
    http.get(at('/api/products'), () => listAnswer([product])),
    http.get(at('/api/products/:id'), ({ params }) =>
      params.id === product.productId ? HttpResponse.json(product) : problem(404),
    ),
    http.put(at('/api/products/update/:id'), async ({ request }) => {
      sent.push((await request.json()) as ProductUpdate)
      return answers.shift() ?? HttpResponse.json({ message: 'ok', product })
    }),
  )
}
const save = () => screen.getByRole('button', { name: 'Update Product' })
const DONE = 'The Product Was Updated Successfully'

asOwner()
beforeEach(() => {
  sent = []
})

describe('updating a product', () => {
  it('opens from the list, with the current product', async () => {
    shop(productOf({ stock: 60, shade: { name: 'Ruby', hex: '#A6202F' } }))
    const { user, router } = renderApp('/admin/products')
    await user.click(await screen.findByRole('link', { name: 'Update Araliya Glow Serum' }))
    expect(await screen.findByLabelText('Product ID')).toHaveValue('ARA-SER-001')
    expect(screen.getByLabelText('Product ID')).toBeDisabled()
    expect(screen.getByLabelText('Product Name')).toHaveValue('Araliya Glow Serum')
    expect(screen.getByLabelText(/^Alternative Names/)).toHaveValue('Glow Drops, Frangipani Face Serum')
    expect(screen.getByLabelText('Price')).toHaveValue(4850)
    expect(screen.getByLabelText(/^Last Price/)).toHaveValue(4350)
    expect(screen.getByLabelText('Stock')).toHaveValue(60)
    expect(screen.getByLabelText('Shade colour')).toHaveValue('#A6202F')
    expect(screen.getAllByRole('img', { name: /^Picture/ })).toHaveLength(2)
    expect(router.state.location.search).toBe('?product=ARA-SER-001')
  })

  it.each([
    ['the address', { pathname: FORM, search: '?product=ARA-SER-001' }],
    ['what was handed over', { pathname: FORM, state: { product: productOf({ stock: 1 }) } }],
  ])('survives a reload by %s', async (_, entry) => {
    shop(productOf())
    renderApp(entry)
    expect(await screen.findByLabelText('Stock')).toHaveValue(64)
  })

  it('reports an unknown product', async () => {
    shop(productOf())
    renderApp(`${FORM}?product=NONE`)
    expect(await screen.findByText('There is no product with this ID.')).toBeVisible()
  })

  it('sends version and expected stock along', async () => {
    shop(productOf())
    const { user, router } = renderApp(`${FORM}?product=ARA-SER-001`)
    await user.clear(await screen.findByLabelText('Stock'))
    await user.type(screen.getByLabelText('Stock'), '70')
    await user.clear(screen.getByLabelText(/^Brand/))
    await user.click(save())
    await expectNotice(DONE)
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/products'))
    expect(sent).toEqual([
      {
        productName: 'Araliya Glow Serum',
        altNames: ['Glow Drops', 'Frangipani Face Serum'],
        images: ['/images/serum-1.webp', '/images/serum-2.webp'],
        description: 'A light serum.',
        price: 4850,
        lastPrice: 4350,
        stock: 70,
        brand: null,
        category: 'Skincare',
        family: null,
        shade: null,
        weightGrams: null,
        version: 3,
        expectedStock: 64,
      },
    ])
  })

  it('sells at the new price what was not on sale', async () => {
    shop(productOf({ price: 1800, lastPrice: 1800 }))
    const { user } = renderApp(`${FORM}?product=ARA-SER-001`)
    expect(await screen.findByLabelText(/^Last Price \(sale price\)/)).toHaveValue(null)
    await user.clear(screen.getByLabelText('Price'))
    await user.type(screen.getByLabelText('Price'), '2000')
    await user.click(save())
    await expectNotice(DONE)
    expect(sent[0]).toMatchObject({ price: 2000, lastPrice: null })
  })

  it('explains that the pictures stay when all are removed', async () => {
    shop(productOf({ images: ['/images/serum-1.webp'] }))
    const { user } = renderApp(`${FORM}?product=ARA-SER-001`)
    await user.click(await screen.findByRole('button', { name: 'Remove picture 1' }))
    expect(screen.getByText('With no picture here the product keeps the ones that it has.')).toBeVisible()
  })
})

describe('a product that changed meanwhile', () => {
  const stockChanged = (stock: number) => problem(409, { code: 'product.stock_changed', stock })
  const versionConflict = (product: Product) => problem(409, { code: 'product.version_conflict', product })

  it('has another stock: shows both, and can keep the current one', async () => {
    shop(productOf(), [stockChanged(62)])
    const { user } = renderApp(`${FORM}?product=ARA-SER-001`)
    await user.type(await screen.findByLabelText('Product Name'), ' II')
    await user.click(save())
    expect(await screen.findByText('The stock has changed meanwhile')).toBeVisible()
    expect(
      screen.getByText(
        'It was 64 when you opened this page and is 62 now. Your form says 64. Nothing has been saved yet.',
      ),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save with 62 in stock' }))
    await expectNotice(DONE)
    expect(sent[1]).toMatchObject({
      stock: 62,
      expectedStock: 62,
      version: 3,
      productName: 'Araliya Glow Serum II',
    })
  })

  it('has another stock: can overwrite it', async () => {
    shop(productOf(), [stockChanged(62), stockChanged(61)])
    const { user } = renderApp(`${FORM}?product=ARA-SER-001`)
    await user.clear(await screen.findByLabelText('Stock'))
    await user.type(screen.getByLabelText('Stock'), '100')
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Save with 100 in stock' }))
    expect(await screen.findByRole('button', { name: 'Save with 61 in stock' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save with 100 in stock' }))
    await expectNotice(DONE)
    expect(sent.map(({ stock, expectedStock }) => [stock, expectedStock])).toEqual([
      [100, 64],
      [100, 62],
      [100, 61],
    ])
  })

  const theirs = productOf({ version: 4, price: 5000, description: 'Theirs.', stock: 62 })

  it('was edited: shows both, and saves only the own changes on top of it', async () => {
    shop(productOf(), [versionConflict(theirs)])
    const { user } = renderApp(`${FORM}?product=ARA-SER-001`)
    await user.clear(await screen.findByLabelText(/^Description/))
    await user.type(screen.getByLabelText(/^Description/), 'Mine.')
    await user.click(save())
    expect(await screen.findByText('This product was changed by somebody else meanwhile')).toBeVisible()
    const table = screen.getByRole('table', { name: 'Your values and the present ones' })
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Price', 'not changed by you', 'LKR. 5,000.00'],
      ['Stock', 'not changed by you', '62'],
      ['Description', 'Mine.', 'Theirs.'],
    ])
    await user.click(screen.getByRole('button', { name: 'Save my changes' }))
    await expectNotice(DONE)
    expect(sent[1]).toMatchObject({
      description: 'Mine.',
      price: 5000,
      stock: 62,
      expectedStock: 62,
      version: 4,
    })
  })
})

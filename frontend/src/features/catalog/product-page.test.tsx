import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCart } from '@/features/cart/store'
import { makeProduct, oneProduct, productList } from '@/test/catalogue'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

const SERUM = makeProduct(1, {
  productName: 'Glow Serum',
  altNames: ['Face Serum', 'Glow Drops'],
  images: [1, 2, 3, 4, 5, 6].map((n) => `/images/serum-${n}.webp`),
  price: 4850,
  lastPrice: 4350,
  stock: 3,
})
const PAGE = '/products/productinfo/ARA-001'
const main = () => within(screen.getByRole('main'))

beforeEach(() => {
  useCart.setState({ lines: [] })
  server.use(
    oneProduct(SERUM),
    productList(() => [SERUM, makeProduct(2)]),
  )
})

describe('a product’s page', () => {
  it('shows its names, stock, prices, description and five pictures at most', async () => {
    renderApp(PAGE)
    expect(await screen.findByRole('heading', { level: 1, name: 'Glow Serum' })).toBeVisible()
    expect(screen.getByText('Face Serum | Glow Drops')).toBeVisible()
    expect(screen.getByText('In Stock')).toBeVisible()
    expect(screen.getAllByText('LKR. 4,350.00')[0]).toBeVisible()
    expect(screen.getByText('LKR. 4,850.00').closest('s')).not.toBeNull()
    expect(screen.getByText('About product 1.')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Picture \d of 5 of Glow Serum$/ })).toHaveLength(5)
    expect(main().getByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/cart')
  })

  it('marks the selected picture', async () => {
    const { user } = renderApp(PAGE)
    const third = await screen.findByRole('button', { name: 'Picture 3 of 5 of Glow Serum' })
    await user.click(third)
    expect(third).toHaveAttribute('aria-current', 'true')
  })

  it('adds nothing on Cancel, and begins at 1 again', async () => {
    const { user } = renderApp(PAGE)
    const open = async () => {
      await user.click((await screen.findAllByRole('button', { name: 'Add To Cart' }))[0] as HTMLElement)
      return within(await screen.findByRole('alertdialog'))
    }
    const first = await open()
    await user.click(first.getByRole('button', { name: 'One more of Glow Serum' }))
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(useCart.getState().lines).toEqual([])
    const second = await open()
    expect(second.getByRole('textbox')).toHaveValue('1')
  })

  it('reports a full cart, and does not change it', async () => {
    for (let number = 1; number <= 100; number += 1) useCart.getState().add(`OTHER-${number}`)
    const { user } = renderApp(PAGE)
    await user.click((await screen.findAllByRole('button', { name: 'Add To Cart' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('Your cart holds 100 different products')
    expect(useCart.getState().lines).toHaveLength(100)
    expect(useCart.getState().lines.some(({ productId }) => productId === 'ARA-001')).toBe(false)
  })

  it('does not sell a product that is out of stock, and shows the reason', async () => {
    server.use(oneProduct({ ...SERUM, stock: 0 }))
    renderApp(PAGE)
    expect(await screen.findByText('Out of Stock')).toBeVisible()
    for (const name of ['Add To Cart', 'Buy Now']) {
      const [button] = screen.getAllByRole('button', { name })
      expect(button).toBeDisabled()
      expect(button).toHaveAccessibleDescription(/out of stock for now/)
    }
    expect(screen.getByText('Sold out for now')).toBeVisible()
  })

  it('moves between the shades of a family in place', async () => {
    const shade = (number: number, name: string, stock = 5) =>
      makeProduct(number, {
        productName: `Velvet, ${name}`,
        family: 'Velvet',
        shade: { name, hex: '#a6202f' },
        stock,
      })
    const [red, rose] = [shade(11, 'Red'), shade(12, 'Rose', 0)]
    server.use(
      oneProduct(red),
      oneProduct(rose),
      http.get(at('/api/products/search/Velvet'), () =>
        HttpResponse.json([rose, red, makeProduct(13, { family: 'Velveteen' })]),
      ),
    )
    const { user, router } = renderApp('/products/productinfo/ARA-011')
    const shades = within(await screen.findByRole('list', { name: 'Shades' }))
    const other = await shades.findByRole('link', { name: 'Rose, sold out' })
    expect(shades.getAllByRole('link')).toHaveLength(2)
    expect(shades.getByRole('link', { name: 'Red' })).toHaveAttribute('aria-current', 'true')
    await user.click(other)
    expect(await screen.findByRole('heading', { level: 1, name: 'Velvet, Rose' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/products/productinfo/ARA-012')
    expect(screen.getByRole('link', { name: 'Rose, sold out' })).toHaveFocus()
  })

  it('shows related products and recently viewed ones', async () => {
    localStorage.setItem('recently-viewed', '["ARA-007","ARA-001"]')
    server.use(oneProduct(makeProduct(7, { productName: 'Seen Before' })))
    renderApp(PAGE)
    const related = await screen.findByRole('region', { name: 'You may also like' })
    expect(await within(related).findByText('Product 2')).toBeVisible()
    expect(within(related).queryByText('Glow Serum')).toBeNull()
    const recent = await screen.findByRole('region', { name: 'Recently viewed' })
    expect(within(recent).getAllByRole('article')).toHaveLength(1)
    expect(within(recent).getByText('Seen Before')).toBeVisible()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '@/api/types'
import { makeProduct, productFacets, productList } from '@/test/catalogue'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { describeCount } from './products-page'

const ALL = [
  makeProduct(1, { productName: 'Glow Serum', lastPrice: 800, category: 'Skincare', brand: 'Kiripol' }),
  makeProduct(2, { productName: 'Night Oil', category: 'Hair', brand: 'Nilmala', stock: 0 }),
]

const filtered = (params: URLSearchParams): Product[] =>
  ALL.filter(
    (product) =>
      (params.get('category') ?? product.category) === product.category &&
      (params.get('inStock') !== 'true' || product.stock > 0),
  )

const search = (answer: (text: string) => Promise<Response> | Response) =>
  http.get(at('/api/products/search/:text'), ({ params }) => answer(String(params.text)))

const cards = () => screen.queryAllByRole('article')
const box = () => screen.findByRole('combobox', { name: 'Search for products' })
const address = (router: { state: { location: { search: string } } }) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search))

const FACETS = {
  categories: [
    { value: 'Hair', count: 1 },
    { value: 'Skincare', count: 1 },
  ],
  brands: [{ value: 'Kiripol', count: 1 }],
  price: { min: 799.5, max: 2000 },
  inStock: 1,
  discounted: 1,
  total: 2,
}

beforeEach(() => server.use(productFacets(FACETS), productList(filtered)))

describe('the products page', () => {
  it('names a category as the shop spells it, in the title and the canonical address', async () => {
    server.use(productList(() => ALL.slice(0, 1)))
    renderApp('/products?category=SKINCARE')
    await screen.findByText('Glow Serum')
    await waitFor(() => expect(document.title).toMatch(/^Skincare/))
    const canonical = document.head.querySelector('link[rel=canonical]')
    expect(canonical?.getAttribute('href') ?? '/products?category=Skincare').toMatch(
      /\/products\?category=Skincare$/,
    )
    expect(document.head.querySelector('meta[name=robots]')).toBeNull()
  })

  it.each(['category', 'brand'])(
    'neither indexes nor repeats a %s that the shop does not have',
    async (label) => {
      server.use(productList(() => []))
      renderApp(`/products?${label}=Call 070 000 0000 now`)
      await screen.findByText('0 products')
      await waitFor(() => expect(document.head.querySelector('meta[name=robots]')).not.toBeNull())
      expect(document.title).toMatch(/^Products/)
      expect(document.head.querySelector('meta[name=description]')?.getAttribute('content')).not.toContain(
        '070',
      )
      expect(document.head.querySelector('link[rel=canonical]')).toBeNull()
    },
  )

  it('searches during typing, with the text in the URL', async () => {
    const requests: string[] = []
    server.use(
      search((text) => {
        requests.push(text)
        return HttpResponse.json([ALL[1]], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const { user, router } = renderApp('/products')
    await user.type(await box(), 'night')
    expect(await screen.findByText('1 product for “night”')).toBeVisible()
    expect(cards()).toHaveLength(1)
    expect(address(router)).toEqual({ q: 'night' })
    expect(requests.at(-1)).toBe('night')
    expect(requests.length).toBeLessThan('night'.length)
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('2 products')).toBeVisible()
    expect(address(router)).toEqual({})
    expect(await box()).toHaveFocus()
  })

  it('shows the answer to the last search', async () => {
    server.use(
      search(async (text) => {
        if (text === 'slow') await delay(600)
        const named = makeProduct(9, { productName: `Found by ${text}` })
        return HttpResponse.json([named], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const { user } = renderApp('/products')
    await user.type(await box(), 'slow{Enter}')
    await user.clear(await box())
    await user.type(await box(), 'fast{Enter}')
    expect(await screen.findByText('Found by fast')).toBeVisible()
    await delay(700)
    expect(screen.queryByText('Found by slow')).toBeNull()
  })

  it('shows no count while the next list loads', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      search(async () => {
        await released
        return HttpResponse.json([ALL[1]], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const { user } = renderApp('/products')
    const count = await screen.findByText('2 products')
    await user.type(await box(), 'night{Enter}')
    expect(count).toHaveTextContent(/^$/)
    expect(cards()).toHaveLength(2)
    release()
    expect(await screen.findByText('1 product for “night”')).toBe(count)
  })

  it('filters and sorts by the URL, with a chip for each filter', async () => {
    const { user, router } = renderApp('/products')
    const panel = within(await screen.findByRole('complementary', { name: 'Filters' }))
    await user.click(await panel.findByRole('radio', { name: /^Skincare/ }))
    await waitFor(() => expect(cards()).toHaveLength(1))
    await user.click(panel.getByRole('checkbox', { name: /^In stock/ }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), '-price')
    expect(address(router)).toEqual({ category: 'Skincare', inStock: 'true', sort: '-price' })
    const chips = () => screen.getByRole('list', { name: 'Filters in use' })
    await user.click(within(chips()).getByRole('button', { name: 'Remove filter Skincare' }))
    expect(address(router)).toEqual({ inStock: 'true', sort: '-price' })
    expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus()
    await user.click(within(chips()).getByRole('button', { name: 'Clear all' }))
    expect(address(router)).toEqual({ sort: '-price' })
    expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus()
    await waitFor(() => expect(cards()).toHaveLength(2))
  })

  it('refuses a price range whose minimum exceeds its maximum', async () => {
    const { user, router } = renderApp('/products')
    const panel = within(await screen.findByRole('complementary', { name: 'Filters' }))
    await user.type(panel.getByLabelText('From'), '500')
    await user.type(panel.getByLabelText('To'), '20{Enter}')
    expect(await panel.findByText('The lowest price is above the highest.')).toBeVisible()
    await user.type(panel.getByLabelText('To'), '00{Enter}')
    await waitFor(() => expect(address(router)).toEqual({ minPrice: '500', maxPrice: '2000' }))
  })

  it('drops an invalid price range when the filters change', async () => {
    const { user, router } = renderApp('/products?category=Skincare')
    const panel = within(await screen.findByRole('complementary', { name: 'Filters' }))
    await user.type(panel.getByLabelText('From'), '500')
    await user.type(panel.getByLabelText('To'), '20{Enter}')
    await panel.findByText('The lowest price is above the highest.')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(address(router)).toEqual({})
    expect(panel.getByLabelText('From')).toHaveValue('')
    expect(panel.getByLabelText('To')).toHaveValue('')
    expect(panel.queryByText('The lowest price is above the highest.')).toBeNull()
  })

  it('starts at the page in the link, with a link to the first page', async () => {
    server.use(productList((params) => (params.get('after') === 'c1' ? [ALL[1] as Product] : ALL)))
    const { user } = renderApp('/products?after=c1')
    expect(await screen.findAllByRole('article')).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Back to the beginning' }))
    await waitFor(() => expect(cards()).toHaveLength(2))
  })
})

describe('describeCount', () => {
  it('counts', () => {
    expect(describeCount('1', undefined)).toBe('1 product')
    expect(describeCount('10000+', 'oil')).toBe('10000+ products for “oil”')
    expect(describeCount(null, 'oil')).toBe('')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '@/api/types'
import { asOwner, listAnswer, productOf } from '@/test/admin'
import { productFacets } from '@/test/catalogue'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

let asked: string[] = []

function shop(products: Product[]) {
  const answer = ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url)
    searchParams.delete('limit')
    asked.push(`${pathname}?${searchParams}`)
    return listAnswer(products)
  }
  server.use(http.get(at('/api/products'), answer), http.get(at('/api/products/search/:text'), answer))
}

asOwner()
beforeEach(() => {
  asked = []
})

describe('the list of products', () => {
  it('announces an empty result for each search, once the answer is there', async () => {
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.get(at('/api/products'), () => listAnswer([])),
      http.get(at('/api/products/search/:text'), () => released.then(() => listAnswer([]))),
    )
    const { user } = renderApp('/admin/products')
    const none = await screen.findByText('No products found.')
    const status = none.closest('[role=status]')
    await user.type(screen.getByLabelText('Search for products...'), 'x')
    await waitFor(() => expect(screen.queryByText('No products found.')).toBeNull())
    expect(screen.getByText('Loading...')).toBeInTheDocument()
    expect(status).toBeEmptyDOMElement()
    answer()
    await waitFor(() => expect(status).toHaveTextContent('No products found.'))
  })

  it('offers all categories, without reading the products for them', async () => {
    shop([productOf()])
    server.use(
      productFacets({ categories: ['Hair', 'Nails'].map((value) => ({ value, count: 4000 })), exact: false }),
    )
    renderApp('/admin/products')
    expect(await screen.findByRole('option', { name: 'Nails' })).toBeVisible()
    const offered = within(screen.getByLabelText('Category')).getAllByRole('option')
    expect(offered.map((option) => option.textContent)).toEqual(['All categories', 'Hair', 'Nails'])
    expect(asked).toEqual(['/api/products?'])
  })

  it('shows the order of a search, and sorts it by age on request', async () => {
    shop([productOf()])
    const { user, router } = renderApp('/admin/products?q=glow')
    const chosen = async () => (await screen.findByLabelText<HTMLSelectElement>('Sort by')).selectedOptions[0]
    expect(await chosen()).toHaveTextContent('Best match')
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first')
    await waitFor(() => expect(asked.at(-1)).toBe('/api/products/search/glow?sort=newest'))
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=newest'))
    expect(await chosen()).toHaveTextContent('Newest first')
    expect(screen.queryByRole('option', { name: 'Best match' })).toBeNull()
    await waitFor(() => expect(asked.at(-1)).toBe('/api/products?'))
  })

  it.each([
    ['Low stock', 'low', 'low'],
    ['Out of stock', 'out', 'out'],
    ['Replenishment', 'replenish', 'replenish'],
  ])('shows %s, in the URL too', async (name, show, stock) => {
    shop([productOf()])
    const { user, router } = renderApp('/admin/products')
    await user.click(await screen.findByRole('button', { name }))
    expect(router.state.location.search).toBe(`?show=${show}`)
    await waitFor(() => expect(asked.at(-1)).toBe(`/api/products?stock=${stock}`))
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  })
})

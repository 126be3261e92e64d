import { fireEvent, screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Suggestions } from '@/api/types'
import {
  makeProduct,
  makeSuggestions,
  oneProduct,
  productFacets,
  productList,
  suggestions,
} from '@/test/catalogue'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { recentSearches, rememberSearch } from './recent-searches'

const SERUM = makeProduct(1, { productName: 'Glow Serum', lastPrice: 800 })
const FOUND: Partial<Suggestions> = {
  products: [{ productId: 'ARA-001', productName: 'Glow Serum', image: null, lastPrice: 800, price: 1000 }],
  brands: ['Glowing'],
  categories: ['Glosses'],
}

let asked: string[] = []

beforeEach(() => {
  asked = []
  server.use(
    productFacets(),
    productList(() => [SERUM]),
    oneProduct(SERUM),
    http.get(at('/api/products/search/:text'), () => HttpResponse.json([SERUM])),
    http.get(at('/api/reviews'), () => HttpResponse.json([])),
    suggestions((text) => {
      asked.push(text)
      return text.startsWith('glo') ? FOUND : {}
    }),
  )
})

const box = () => screen.findByRole('combobox', { name: 'Search for products' })
const list = () => screen.findByRole('listbox', { name: 'Suggestions' })
const option = (name: string | RegExp) => screen.findByRole('option', { name })
const noList = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())

/** Opens the product list and types. */
async function typing(text: string, entry = '/products') {
  const app = renderApp(entry)
  const input = await box()
  await app.user.type(input, text)
  return { ...app, input }
}

describe('the suggestions of the search box', () => {
  it('search at once for the typed text, which Enter does too', async () => {
    const { user, router } = await typing('glo')
    await user.click(await option('Search for “glo”'))
    expect(router.state.location.search).toBe('?q=glo')
    await noList()
    expect(recentSearches()).toEqual(['glo'])
    await user.keyboard('ss{Enter}')
    expect(router.state.location.search).toBe('?q=gloss')
    await noList()
    expect(recentSearches()).toEqual(['gloss', 'glo'])
  })

  it('belong to the last text, whichever answer comes last', async () => {
    server.use(
      http.get(at('/api/products/suggestions'), async ({ request }) => {
        const slow = new URL(request.url).searchParams.get('q') === 'glo'
        if (slow) await delay(500)
        return HttpResponse.json(makeSuggestions({ brands: [slow ? 'Slow' : 'Fast'] }))
      }),
    )
    const { user, input } = await typing('glo')
    await delay(200)
    await user.clear(input)
    await user.type(input, 'oil')
    await option('Fast')
    await delay(500)
    expect(screen.queryByRole('option', { name: 'Slow' })).toBeNull()
  })

  it('say that there are none', async () => {
    await typing('zzz')
    expect(await screen.findByText('No suggestions.')).toHaveAttribute('role', 'status')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('leave the keys of an input method alone', async () => {
    const { input } = await typing('glo')
    await list()
    fireEvent.keyDown(input, { key: 'ArrowDown', isComposing: true })
    expect(input).not.toHaveAttribute('aria-activedescendant')
  })
})

describe('the recent searches of the search box', () => {
  it('close with Escape on that button, and when the focus goes on', async () => {
    rememberSearch('rose')
    const { user } = renderApp('/products')
    const input = await box()
    await user.click(input)
    await list()
    await user.tab()
    await user.keyboard('{Escape}')
    await noList()
    expect(input).toHaveFocus()
    await user.click(input)
    await list()
    await user.tab()
    await user.tab()
    await noList()
  })

  it('include a search whose result was opened, not one that was only typed', async () => {
    const { user, router } = await typing('glo')
    await waitFor(() => expect(router.state.location.search).toBe('?q=glo'))
    await user.keyboard('{Escape}')
    expect(recentSearches()).toEqual([])
    await user.click(await screen.findByRole('link', { name: 'View Details, Glow Serum' }))
    expect(recentSearches()).toEqual(['glo'])
  })

  it('include a search that was made before the list was loaded', async () => {
    const { user } = renderApp('/products?q=rose')
    const input = await box()
    if (input instanceof HTMLInputElement && input.form !== null) fireEvent.submit(input.form)
    expect(recentSearches()).toEqual([])
    await user.click(input)
    await waitFor(() => expect(recentSearches()).toEqual(['rose']))
  })
})

import { screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeProduct, productFacets, productList } from '@/test/catalogue'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { readCorrected } from './corrected-search'

const LOTION = makeProduct(1, { productName: 'Sunscreen' })

beforeEach(() => {
  server.use(
    productFacets({ categories: [{ value: 'Skincare', count: 1 }], total: 1 }),
    productList(() => [LOTION]),
    http.get(at('/api/products/search/:text'), async ({ params }) => {
      await delay(50)
      const headers: Record<string, string> = { 'X-Total-Count': '1' }
      if (params.text === 'sunscren') headers['X-Search-Corrected'] = 'sunscreen'
      if (params.text === 'créme') headers['X-Search-Corrected'] = 'cr%C3%A8me%20100%25'
      return HttpResponse.json([LOTION], { headers })
    }),
  )
})

const notice = () => screen.queryByText(/^Nothing is called/)

describe('a search that was answered with another text', () => {
  it('says it once while filters change', async () => {
    const { user } = renderApp('/products?q=sunscren')
    await screen.findByRole('link', { name: '“sunscreen”' })
    const said = notice()
    const changes: string[] = []
    const status = said?.closest('[role=status]') as HTMLElement
    new MutationObserver(() => changes.push(status.textContent)).observe(status, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'price')
    await waitFor(() => expect(screen.getByText('1 product for “sunscreen”')).toBeVisible())
    expect(notice()).toBe(said)
    expect(changes).toEqual([])
  })

  it('says nothing about another search while it loads', async () => {
    const { user } = renderApp('/products?q=sunscren')
    await screen.findByRole('link', { name: '“sunscreen”' })
    await user.type(await screen.findByRole('combobox', { name: 'Search for products' }), 'x{Enter}')
    expect(notice()).toBeNull()
    expect(await screen.findByText('1 product for “sunscrenx”')).toBeVisible()
    expect(notice()).toBeNull()
  })
})

describe('the header with the answered text', () => {
  it('is ignored when it is absent or invalid', () => {
    for (const header of [null, undefined, '', '%', '%E0%A4%A']) expect(readCorrected(header)).toBeNull()
    expect(readCorrected('rose%20oil')).toBe('rose oil')
  })
})

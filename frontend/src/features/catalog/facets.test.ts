import { describe, expect, it } from 'vitest'
import { choicesOf, type Facets } from './facets'

const row = (category: string | null, brand: string | null, lastPrice = 100, stock = 1) => ({
  category,
  brand,
  price: 100,
  lastPrice,
  stock,
})
const FACETS: Facets = {
  complete: true,
  rows: [row('Skin', 'B'), row('Skin', 'A', 80), row('Hair', 'A', 100, 0), row(null, null)],
}

describe('the choices of a filter', () => {
  it('are the values by name, with how many products each would leave', () => {
    expect(choicesOf('category', FACETS, {})).toEqual([
      { value: 'Hair', count: 1 },
      { value: 'Skin', count: 2 },
    ])
  })

  it('count under the other filters, not under their own', () => {
    expect(choicesOf('category', FACETS, { category: 'Hair', brand: 'A' })).toEqual([
      { value: 'Hair', count: 1 },
      { value: 'Skin', count: 1 },
    ])
    expect(choicesOf('brand', FACETS, { inStock: true, discounted: true })).toEqual([
      { value: 'A', count: 1 },
      { value: 'B', count: 0 },
    ])
    expect(choicesOf('brand', FACETS, { minPrice: 90, maxPrice: 100 })).toEqual([
      { value: 'A', count: 1 },
      { value: 'B', count: 1 },
    ])
  })

  it('have no counts where these would not be true', () => {
    const counts = (facets: Facets, asked: object) =>
      choicesOf('brand', facets, asked).map(({ count }) => count)
    expect(counts(FACETS, { q: 'oil' })).toEqual([null, null])
    expect(counts({ ...FACETS, complete: false }, {})).toEqual([null, null])
  })

  it('always hold the one that is chosen', () => {
    expect(choicesOf('brand', undefined, { brand: 'Gone' })).toEqual([{ value: 'Gone', count: null }])
  })
})

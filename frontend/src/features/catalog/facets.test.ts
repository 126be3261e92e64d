import { describe, expect, it } from 'vitest'
import { makeFacets } from '@/test/catalogue'
import { choicesOf, facetsQuery, spelled } from './facets'

const FACETS = makeFacets({
  categories: [
    { value: 'Hair', count: 1 },
    { value: 'Skin', count: 2 },
  ],
})

describe('the choices of a filter', () => {
  it('are what the shop counted', () => {
    expect(choicesOf('categories', FACETS, undefined)).toEqual([
      { value: 'Hair', count: 1 },
      { value: 'Skin', count: 2 },
    ])
    expect(choicesOf('brands', FACETS, undefined)).toEqual([])
  })

  it('have no counts where not everything was counted', () => {
    expect(choicesOf('categories', { ...FACETS, exact: false }, undefined)).toEqual([
      { value: 'Hair', count: null },
      { value: 'Skin', count: null },
    ])
  })

  it('always hold the one that is chosen, however it is spelled', () => {
    expect(choicesOf('brands', FACETS, 'Gone')).toEqual([{ value: 'Gone', count: 0 }])
    expect(choicesOf('brands', undefined, 'Gone')).toEqual([{ value: 'Gone', count: null }])
    expect(choicesOf('categories', FACETS, 'skin')).toHaveLength(2)
    expect(spelled(FACETS.categories, 'skin')).toBe('Skin')
    expect(spelled(FACETS.categories, 'Gone')).toBe('Gone')
  })
})

describe('the question', () => {
  it('is the same whatever the order of the list and wherever it begins', () => {
    const asked = { q: 'oil', inStock: true }
    expect(facetsQuery({ ...asked, sort: 'name', after: 'c', limit: 3 }).queryKey).toEqual([
      'products',
      'facets',
      asked,
    ])
  })
})

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
  it('are the counts of the shop', () => {
    expect(choicesOf('categories', FACETS, undefined)).toEqual([
      { value: 'Hair', count: 1 },
      { value: 'Skin', count: 2 },
    ])
    expect(choicesOf('brands', FACETS, undefined)).toEqual([])
  })

  it('have no counts when the shop has counted only a part', () => {
    expect(choicesOf('categories', { ...FACETS, exact: false }, undefined)).toEqual([
      { value: 'Hair', count: null },
      { value: 'Skin', count: null },
    ])
  })

  it('always include the selected one, without regard to case', () => {
    expect(choicesOf('brands', FACETS, 'Gone')).toEqual([{ value: 'Gone', count: 0 }])
    expect(choicesOf('brands', undefined, 'Gone')).toEqual([{ value: 'Gone', count: null }])
    expect(choicesOf('categories', FACETS, 'skin')).toHaveLength(2)
    expect(spelled(FACETS.categories, 'skin')).toBe('Skin')
    expect(spelled(FACETS.categories, 'Gone')).toBe('Gone')
  })
})

describe('the request for counts', () => {
  it('does not depend on the sort order or the start of the list', () => {
    const params = { q: 'oil', inStock: true }
    expect(facetsQuery({ ...params, sort: 'name', after: 'c', limit: 3 }).queryKey).toEqual([
      'products',
      'facets',
      params,
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { oneOf, safeNext, withParams } from './url-state'

describe('URL state', () => {
  it('sets, replaces and removes parameters and keeps the others', () => {
    const params = new URLSearchParams('q=oil&sort=price&page=2')
    expect(withParams(params, { q: 'serum', page: null, sort: '', inStock: true }).toString()).toBe(
      'q=serum&inStock=true',
    )
    expect(params.toString()).toBe('q=oil&sort=price&page=2')
  })

  it('accepts only known values', () => {
    expect(oneOf('price', ['newest', 'price'], 'newest')).toBe('price')
    expect(oneOf("'; drop", ['newest', 'price'], 'newest')).toBe('newest')
    expect(oneOf(null, ['newest', 'price'], 'newest')).toBe('newest')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/a\\b',
    '/\t/x',
    null,
  ])('never redirects to %s', (next) => {
    expect(safeNext(next)).toBe('/')
  })

  it('returns to a path of this site', () => {
    expect(safeNext('/orders?status=shipped#top')).toBe('/orders?status=shipped#top')
  })
})

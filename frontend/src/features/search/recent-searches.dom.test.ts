import { describe, expect, it, vi } from 'vitest'
import { forgetSearches, MAX_KEPT, parseSearches, recentSearches, rememberSearch } from './recent-searches'

describe('recent searches', () => {
  it('are kept newest first, each once whatever its case, eight at most', () => {
    for (let number = 1; number <= 10; number++) rememberSearch(`oil ${number}`)
    rememberSearch('  OIL   5 ')
    expect(recentSearches()).toHaveLength(MAX_KEPT)
    expect(recentSearches().slice(0, 3)).toEqual(['OIL 5', 'oil 10', 'oil 9'])
    expect(recentSearches()).not.toContain('oil 5')
  })

  it('do not include an empty text or one that no search accepts', () => {
    rememberSearch('   ')
    rememberSearch('x'.repeat(101))
    expect(recentSearches()).toEqual([])
  })

  it('are forgotten on request', () => {
    rememberSearch('oil')
    forgetSearches()
    expect(recentSearches()).toEqual([])
  })

  it('ignore invalid stored data', () => {
    for (const json of [null, '', '{', '{}', '3', '"oil"']) expect(parseSearches(json)).toEqual([])
    expect(parseSearches('["oil", 3, "", null, " Oil ", ["x"], "rose"]')).toEqual(['oil', 'rose'])
    expect(parseSearches(JSON.stringify(['x'.repeat(5000), ...'abcdefghijk']))).toEqual([...'abcdefgh'])
  })

  it('work without storage', () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new Error('denied')
      })
    rememberSearch('oil')
    forgetSearches()
    expect(recentSearches()).toEqual([])
  })
})

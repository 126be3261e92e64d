import { describe, expect, it } from 'vitest'
import { forgetSearches, MAX_KEPT, recentSearches, rememberSearch } from './recent-searches'

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
    const read = (json: string) => {
      localStorage.setItem('recent-searches', json)
      return recentSearches()
    }
    for (const json of ['', '{', '{}', '3', '"oil"']) expect(read(json)).toEqual([])
    expect(read('["oil", 3, "", null, " Oil ", ["x"], "rose"]')).toEqual(['oil', 'rose'])
    expect(read(JSON.stringify(['x'.repeat(5000), ...'abcdefghijk']))).toEqual([...'abcdefgh'])
  })
})

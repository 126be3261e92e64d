import { describe, expect, it, vi } from 'vitest'
import { recentlyViewed, rememberViewed } from './recently-viewed'

describe('recently viewed products', () => {
  it('are kept newest first, each once, twelve at most', () => {
    for (let number = 1; number <= 14; number++) rememberViewed(`P${number}`)
    rememberViewed('P5')
    expect(recentlyViewed()).toHaveLength(12)
    expect(recentlyViewed().slice(0, 3)).toEqual(['P5', 'P14', 'P13'])
  })

  it('ignore invalid stored data', () => {
    localStorage.setItem('recently-viewed', '["A", 3, "", null, "B"]')
    expect(recentlyViewed()).toEqual(['A', 'B'])
    localStorage.setItem('recently-viewed', '{')
    expect(recentlyViewed()).toEqual([])
  })

  it('work without storage', () => {
    for (const name of ['getItem', 'setItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new Error('denied')
      })
    rememberViewed('A')
    expect(recentlyViewed()).toEqual([])
  })
})

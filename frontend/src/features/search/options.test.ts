import { describe, expect, it } from 'vitest'
import { makeSuggestions } from '@/test/catalogue'
import { describeCount, keyOf, optionGroups } from './options'

const texts = (...asked: Parameters<typeof optionGroups>) =>
  optionGroups(...asked).map(({ heading, options }) => [heading, ...options.map(({ text }) => text)])

const FOUND = makeSuggestions({
  products: [
    { productId: 'A', productName: 'Rose Oil', image: null, lastPrice: 1, price: 1 },
    { productId: 'B', productName: 'Rose Oil', image: null, lastPrice: 2, price: 2 },
  ],
  brands: ['Rosa'],
  categories: ['Rose Water'],
})

describe('the groups of the list', () => {
  it('are the recent searches while nothing is typed', () => {
    expect(texts('', ['rose', 'oil', 'serum'], FOUND)).toEqual([['Recent searches', 'rose', 'oil', 'serum']])
    expect(texts('', [], undefined)).toEqual([])
  })

  it('come in their order, with the search itself last', () => {
    expect(texts('ro', ['Rosé', 'oil', 'rouge', 'room'], { ...FOUND, corrected: 'rose' })).toEqual([
      ['Recent searches', 'Rosé', 'rouge'],
      [null, 'rose'],
      ['Products', 'Rose Oil', 'Rose Oil'],
      ['Brands', 'Rosa'],
      ['Categories', 'Rose Water'],
      [null, 'ro'],
    ])
  })

  it('offer neither the typed text as a recent search nor a correction that is the same', () => {
    expect(texts('Oil', ['oil'], makeSuggestions({ corrected: 'oil', brands: ['Oilily'] }))).toEqual([
      ['Brands', 'Oilily'],
      [null, 'Oil'],
    ])
  })

  it('are empty without an answer, and for an empty one', () => {
    expect(texts('ro', ['rose'], undefined)).toEqual([])
    expect(texts('zz', ['rose'], makeSuggestions())).toEqual([])
  })

  it('have a different key for each option', () => {
    const groups = optionGroups('ro', ['rose'], { ...FOUND, corrected: 'rose', brands: ['rose'] })
    const keys = groups.flatMap(({ options }) => options.map(keyOf))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('describeCount', () => {
  it('counts what the list has', () => {
    expect(describeCount(1, 'a')).toBe('1 suggestion.')
    expect(describeCount(7, 'a')).toBe('7 suggestions.')
    expect(describeCount(0, 'a')).toBe('No suggestions.')
    expect(describeCount(2, '')).toBe('2 recent searches.')
    expect(describeCount(0, '')).toBe('')
  })
})

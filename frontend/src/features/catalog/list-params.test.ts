import { describe, expect, it } from 'vitest'
import { readProductListParams } from './list-params'

const read = (query: string) => readProductListParams(new URLSearchParams(query))

describe('the parameters of the products URL', () => {
  it('are empty by default', () => {
    expect(read('')).toEqual({})
    expect(read('q=%20&sort=&discounted=false&unknown=1')).toEqual({})
  })

  it('include every known parameter', () => {
    expect(
      read(
        'q=%20night%20oil&sort=-price&category=Skincare&brand=Kiripol&discounted=true&inStock=true&minPrice=10.5&maxPrice=900',
      ),
    ).toEqual({
      q: 'night oil',
      sort: '-price',
      category: 'Skincare',
      brand: 'Kiripol',
      discounted: true,
      inStock: true,
      minPrice: 10.5,
      maxPrice: 900,
    })
  })

  it('narrow the list to one price', () => {
    expect(read('minPrice=50&maxPrice=50')).toEqual({ minPrice: 50, maxPrice: 50 })
  })

  it('exclude values that the API would refuse', () => {
    expect(read('sort=random&minPrice=-1&maxPrice=abc')).toEqual({})
    expect(read('minPrice=50&maxPrice=10')).toEqual({ minPrice: 50 })
    expect(read(`q=${'x'.repeat(140)}`).q).toHaveLength(100)
    expect(read('after=').after).toBeUndefined()
  })
})

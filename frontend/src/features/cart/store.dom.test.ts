import { beforeEach, describe, expect, it } from 'vitest'
import { SHOP } from '@/test/server'
import { parseCart, startCart, useCart } from './store'

const cart = () => useCart.getState()
const stored = (): unknown => JSON.parse(localStorage.getItem('cart') ?? 'null')

beforeEach(() => useCart.setState({ lines: [] }))

describe('the cart', () => {
  it('adds to the quantity of a product that it holds already', () => {
    cart().add('A', 2)
    cart().add('B')
    cart().add('A', 3)
    expect(cart().lines).toEqual([
      { productId: 'A', quantity: 5 },
      { productId: 'B', quantity: 1 },
    ])
  })

  it('removes a line whose quantity falls to 0 or less', () => {
    cart().add('A', 2)
    cart().add('A', -1)
    expect(cart().lines).toEqual([{ productId: 'A', quantity: 1 }])
    cart().add('A', -1)
    expect(cart().lines).toEqual([])
    cart().add('B', 1)
    cart().add('B', -5)
    cart().add('C', 0)
    expect(cart().lines).toEqual([])
  })

  it('takes whole quantities from 1 to a million', () => {
    cart().add('A', 999_999)
    cart().add('A', 999_999)
    expect(cart().lines).toEqual([{ productId: 'A', quantity: SHOP.limits.maxQuantity }])
    cart().setQuantity('A', 0)
    expect(cart().lines).toEqual([{ productId: 'A', quantity: 1 }])
    cart().setQuantity('A', Number.NaN)
    expect(cart().lines).toEqual([{ productId: 'A', quantity: 1 }])
  })

  it('holds 100 different products and refuses one more, whatever is stored', () => {
    for (let number = 1; number <= 100; number += 1) expect(cart().add(`P${number}`)).toBe(true)
    expect(cart().add('P101')).toBe(false)
    expect(cart().lines).toHaveLength(100)
    expect(cart().add('P1', 2)).toBe(true)
    expect(cart().lines[0]).toEqual({ productId: 'P1', quantity: 3 })
    // One kept from earlier times is left as it is: its owner says what goes.
    const old = Array.from({ length: 120 }, (_, place) => ({ productId: `Q${place}`, quantity: 1 }))
    expect(parseCart(JSON.stringify(old))).toHaveLength(120)
  })

  it('keeps lines that were added during an order', () => {
    cart().add('A', 3)
    cart().add('B', 1)
    cart().removeBought([
      { productId: 'A', quantity: 2 },
      { productId: 'B', quantity: 1 },
    ])
    expect(cart().lines).toEqual([{ productId: 'A', quantity: 1 }])
  })

  it('stores a bare list of productId and quantity', () => {
    cart().add('A', 2)
    expect(stored()).toEqual([{ productId: 'A', quantity: 2 }])
  })

  it('reads what is stored at the start and follows other tabs', () => {
    localStorage.setItem('cart', '[{"productId":"A","quantity":2,"price":1}]')
    const stop = startCart()
    expect(cart().lines).toEqual([{ productId: 'A', quantity: 2 }])
    localStorage.setItem('cart', '[{"productId":"B","quantity":7}]')
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
    expect(cart().lines).toEqual([{ productId: 'B', quantity: 7 }])
    localStorage.setItem('cart', '[]')
    window.dispatchEvent(new Event('pageshow'))
    expect(cart().lines).toEqual([])
    stop()
    localStorage.setItem('cart', '[{"productId":"B","quantity":7}]')
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
    expect(cart().lines).toEqual([])
  })

  it.each([
    '',
    '{',
    'null',
    '{"state":{}}',
    '[null,1,"x",{"productId":1,"quantity":1},{"productId":"A"},{"productId":"A","quantity":-2}]',
  ])('is empty when %s is stored', (json) => {
    expect(parseCart(json)).toEqual([])
  })

  it('repairs a partly valid stored cart', () => {
    expect(
      parseCart(
        '[{"productId":"A","quantity":1.9},{"productId":"A","quantity":2},{"productId":"B","quantity":1e12}]',
      ),
    ).toEqual([
      { productId: 'A', quantity: 3 },
      { productId: 'B', quantity: SHOP.limits.maxQuantity },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { productOf } from '@/test/admin'
import { daysLeft, stockAlerts } from './stock-alerts'

describe('stock alerts', () => {
  it.each([
    [10, 30, null], // exactly 10 days
    [9, 30, 9],
    [19, 60, 10], // 9.5, rounded up
    [1, 1000, 1],
    [1, 3, null], // exactly 10
    [1, 4, 8], // 7.5
    [5, 0, null], // no sales
    [0, 30, null], // out already
  ])('%i units at %i in 30 days last %s', (stock, totalSales, days) => {
    expect(daysLeft({ stock, totalSales })).toBe(days)
  })

  it('puts the most pressing first', () => {
    const rows = [
      productOf({ productId: 'A', stock: 4, totalSales: 30 }),
      productOf({ productId: 'B', stock: 2, totalSales: 60 }),
      productOf({ productId: 'C', stock: 0, totalSales: 1 }),
      productOf({ productId: 'D', stock: 0, totalSales: 9 }),
      productOf({ productId: 'E', stock: 64 }),
    ]
    const { low, out, replenish } = stockAlerts(rows)
    expect(low.map((product) => product.productId)).toEqual(['B', 'A'])
    expect(out.map((product) => product.productId)).toEqual(['D', 'C'])
    expect(replenish.map(({ product, days }) => [product.productId, days])).toEqual([
      ['B', 1],
      ['A', 4],
    ])
  })
})

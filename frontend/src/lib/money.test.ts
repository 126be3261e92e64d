import { describe, expect, it } from 'vitest'
import { formatCents, formatMoney, lineTotalCents, percentOff, toCents } from './money'

describe('money', () => {
  it.each([
    [0, 'LKR. 0.00'],
    [4500, 'LKR. 4,500.00'],
    [4500.5, 'LKR. 4,500.50'],
    [999.99, 'LKR. 999.99'],
    [1000, 'LKR. 1,000.00'],
    [1_000_000_000, 'LKR. 1,000,000,000.00'],
    [-1234.05, 'LKR. -1,234.05'],
  ])('writes %d as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text)
  })

  it('converts amounts without an exact binary form to whole cents', () => {
    expect([1.1, 4.35, 1.15, 8.2, 1.005 + 0.005].map(toCents)).toEqual([110, 435, 115, 820, 101])
    for (let cents = 0; cents < 200_000; cents += 7) expect(toCents(cents / 100)).toBe(cents)
  })

  it('multiplies exactly', () => {
    expect(lineTotalCents(4350.35, 3)).toBe(1_305_105)
    expect(lineTotalCents(0.01, 1_000_000)).toBe(1_000_000)
  })

  it('marks a missing amount', () => {
    expect(formatCents(Number.NaN)).toBe('LKR. –')
  })

  it('returns the reduction in whole percent, none without a reduction', () => {
    expect(percentOff(4850, 4350)).toBe(10)
    expect(percentOff(100, 100)).toBe(0)
    expect(percentOff(100, 120)).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { lastReturnDay } from './return-window'

describe('the last day of a return', () => {
  it.each([
    ['2026-11-20T05:00:00Z', 7, '2026-11-27'],
    ['2026-02-27T05:00:00Z', 2, '2026-03-01'],
    ['2026-11-20T05:00:00Z', 0, null],
    [null, 7, null],
  ])('after a delivery at %s and %i days is %s', (deliveredAt, returnDays, day) => {
    expect(lastReturnDay({ deliveredAt }, { returnDays })).toBe(day)
  })
})

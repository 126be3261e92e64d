import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatDay, formatShortDay, yearInColombo } from './date'

describe('dates in the shop’s zone', () => {
  it('changes the day at midnight in Colombo, not in UTC', () => {
    expect(formatDate('2026-11-20T18:29:59Z')).toBe('20 Nov 2026')
    expect(formatDate('2026-11-20T18:30:00Z')).toBe('21 Nov 2026')
  })

  it.each([
    ['2026-11-20T18:30:00Z', '21 Nov 2026, 12:00 AM'],
    ['2026-01-05T06:30:00Z', '5 Jan 2026, 12:00 PM'],
    ['2026-01-05T03:35:00.123456Z', '5 Jan 2026, 9:05 AM'],
    ['2026-01-05T12:00:00+05:30', '5 Jan 2026, 12:00 PM'],
  ])('writes %s as %s', (iso, text) => {
    expect(formatDateTime(iso)).toBe(text)
  })

  it('gives nothing for what is not a time', () => {
    expect(formatDate('soon')).toBe('')
    expect(formatDateTime('')).toBe('')
  })

  it('knows the year of the shop', () => {
    expect(yearInColombo(Date.parse('2026-12-31T18:30:00Z'))).toBe(2027)
  })

  it('writes calendar days as they are', () => {
    expect(formatDay('2026-03-04')).toBe('4 Mar 2026')
    expect(formatShortDay('2026-12-31')).toBe('31 Dec')
    expect([formatDay(''), formatDay('2026-13-01'), formatShortDay('4 March')]).toEqual(['', '', ''])
  })
})

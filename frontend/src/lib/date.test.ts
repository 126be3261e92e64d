import { afterEach, describe, expect, it } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatDays,
  formatShortDay,
  formatTime,
  shopDay,
  shopYear,
} from './date'

const COLOMBO = shopFacts.site
afterEach(() => {
  if (COLOMBO !== undefined) shopFacts.site = COLOMBO
})

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

  it('uses the UTC offset of the time when the clocks change', () => {
    // New York: daylight saving time from 8 March to 1 November 2026.
    const [spring, autumn] = ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'].map(
      (at) => Date.parse(at) / 1000,
    )
    shopFacts.site = {
      origin: '',
      utcOffsets: [
        [0, -300],
        [spring ?? 0, -240],
        [autumn ?? 0, -300],
      ],
    }
    expect(formatDateTime('2026-03-08T06:59:59Z')).toBe('8 Mar 2026, 1:59 AM')
    expect(formatDateTime('2026-03-08T07:00:00Z')).toBe('8 Mar 2026, 3:00 AM')
    expect(formatDateTime('2026-11-01T06:00:00Z')).toBe('1 Nov 2026, 1:00 AM')
    expect(formatDate('1969-12-31T23:00:00Z')).toBe('31 Dec 1969')
    expect(shopDay(Date.parse('2026-07-01T03:59:59Z'))).toBe('2026-06-30')
  })

  it('returns an empty text for an invalid time', () => {
    expect(formatDate('soon')).toBe('')
    expect(formatDateTime('')).toBe('')
    expect(formatTime('soon')).toBe('')
  })

  it.each([
    ['2026-11-23', '2026-11-25', '23–25 Nov'],
    ['2026-11-30', '2026-12-02', '30 Nov – 2 Dec'],
    ['2026-03-04', '2026-03-04', '4 Mar'],
    ['2026-03-04', 'soon', ''],
  ])('writes the days %s to %s as %s', (from, to, text) => {
    expect(formatDays(from, to)).toBe(text)
  })

  it('writes a time of the day', () => {
    expect(formatTime('2026-11-20T09:50:00Z')).toBe('3:20 PM')
  })

  it.each([
    ['14:43', '2:43 PM'],
    ['00:05', '12:05 AM'],
    ['12:00', '12:00 PM'],
    ['24:00', ''],
    ['soon', ''],
  ])('writes the time %s of each day as %s', (time, text) => {
    expect(formatClock(time)).toBe(text)
  })

  it('returns the current year in the shop’s zone', () => {
    expect(shopYear(Date.parse('2026-12-31T18:30:00Z'))).toBe(2027)
  })

  it('formats calendar days without a time zone', () => {
    expect(formatDay('2026-03-04')).toBe('4 Mar 2026')
    expect(formatShortDay('2026-12-31')).toBe('31 Dec')
    expect([formatDay(''), formatDay('2026-13-01'), formatShortDay('4 March')]).toEqual(['', '', ''])
  })
})

import { expect, it } from 'vitest'
import { leastCoveringShift, type Obstacle } from './toast-placement'

const BAND = { left: 16, right: 374, top: 700, bottom: 764 }
const at = (top: number, height: number, weight = 20): Obstacle => ({
  box: { left: 30, right: 360, top, bottom: top + height },
  weight,
})

it('leaves the page where notices cover nothing', () => {
  expect(leastCoveringShift(BAND, 200, -1, [])).toBe(0)
  expect(leastCoveringShift(BAND, 200, -1, [at(600, 48), at(780, 48)])).toBe(0)
})

it('moves a covered figure out, by no more than it needs', () => {
  // The lower edge goes from 728 to above 695.
  expect(leastCoveringShift(BAND, 200, -1, [at(700, 28)])).toBe(36)
  // Down: the upper edge goes from 700 to below 769.
  expect(leastCoveringShift(BAND, 200, 1, [at(700, 28)])).toBe(72)
  // Another one would follow it into the band.
  expect(leastCoveringShift(BAND, 200, -1, [at(700, 28), at(770, 40)])).toBe(116)
})

it('covers a figure rather than the focused field when every distance covers one of them', () => {
  const figures = Array.from({ length: 20 }, (_, place) => at(600 + place * 40, 36))
  expect(leastCoveringShift(BAND, 200, -1, [...figures, at(690, 48, 1_000)])).toBeGreaterThanOrEqual(44)
})

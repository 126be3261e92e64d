import { expect, it } from 'vitest'
import { leastCoveringShift, type Obstacle } from './toast-placement'

const BAND = { left: 16, right: 374, top: 700, bottom: 764 }
const at = (top: number, height: number, weight = 20): Obstacle => ({
  box: { left: 30, right: 360, top, bottom: top + height },
  weight,
})

it('leaves notices at their place where they cover nothing', () => {
  expect(leastCoveringShift(BAND, 200, -1, [])).toBe(0)
  expect(leastCoveringShift(BAND, 200, -1, [at(600, 48), at(780, 48)])).toBe(0)
})

it('moves notices to the nearest gap that is high enough', () => {
  // The lower edge goes from 764 to 700.
  expect(leastCoveringShift(BAND, 200, -1, [at(700, 28)])).toBe(-64)
  // Down: the upper edge goes from 700 to 728.
  expect(leastCoveringShift(BAND, 200, 1, [at(700, 28)])).toBe(28)
  // The gap between two figures is too narrow.
  expect(leastCoveringShift(BAND, 200, -1, [at(700, 28), at(640, 28)])).toBe(-124)
})

it('covers a figure rather than the focused field where there is no gap', () => {
  const figures = Array.from({ length: 20 }, (_, place) => at(400 + place * 40, 36))
  expect(leastCoveringShift(BAND, 200, -1, [...figures, at(690, 48, 1_000)])).toBeLessThanOrEqual(-80)
})

it('goes no further than it helps', () => {
  const figures = Array.from({ length: 30 }, (_, place) => at(300 + place * 20, 16))
  expect(Math.abs(leastCoveringShift(BAND, 200, -1, figures))).toBeLessThan(24)
})

import { expect, it } from 'vitest'
import { leastCoveringTop, type Obstacle } from './toast-placement'

const STACK = { left: 16, right: 374, height: 64 }
const RANGE = { from: 84, to: 800 }
const at = (top: number, height: number, weight = 1): Obstacle => ({
  box: { left: 30, right: 360, top, bottom: top + height },
  weight,
})

it('stands at the top without obstacles', () => {
  expect(leastCoveringTop(STACK, RANGE, [])).toBe(84)
  expect(leastCoveringTop(STACK, RANGE, [at(400, 48)])).toBe(84)
})

it('moves below an obstacle, and stays there', () => {
  const obstacles = [at(100, 48), at(200, 48)]
  const top = leastCoveringTop(STACK, RANGE, obstacles)
  expect(top).toBeGreaterThanOrEqual(248)
  expect(leastCoveringTop(STACK, { ...RANGE, stay: 500 }, obstacles)).toBe(500)
  expect(leastCoveringTop(STACK, { ...RANGE, stay: 110 }, obstacles)).toBe(top)
  expect(leastCoveringTop(STACK, { ...RANGE, stay: 9_000 }, obstacles)).toBe(top)
})

it('covers a control rather than the focused element when every position covers one of them', () => {
  const controls = Array.from({ length: 12 }, (_, place) => at(84 + place * 60, 56))
  const top = leastCoveringTop(STACK, RANGE, [...controls, at(84, 120, 1_000)])
  expect(top).toBeGreaterThanOrEqual(204)
})

it('stays inside the window', () => {
  expect(leastCoveringTop({ ...STACK, height: 900 }, RANGE, [at(84, 48)])).toBe(84)
})

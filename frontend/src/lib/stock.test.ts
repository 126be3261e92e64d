import { expect, it } from 'vitest'
import { isLow, isOut } from './stock'

it.each([
  [0, false, true],
  [1, true, false],
  [5, true, false],
  [6, false, false],
])('%i in stock: low %s, out %s', (stock, low, out) => {
  expect(isLow({ stock })).toBe(low)
  expect(isOut({ stock })).toBe(out)
})

import { expect, it } from 'vitest'
import { isLow } from './stock'

it.each([
  [0, false],
  [1, true],
  [5, true],
  [6, false],
])('%i in stock: low %s', (stock, low) => {
  expect(isLow({ stock })).toBe(low)
})

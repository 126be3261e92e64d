import { expect, it } from 'vitest'
import { scaled } from './smaller'

it('makes the longest side of a picture 2,000 pixels, and no small picture larger', () => {
  expect(scaled(4000, 3000)).toEqual({ width: 2000, height: 1500 })
  expect(scaled(1500, 6000)).toEqual({ width: 500, height: 2000 })
  expect(scaled(2000, 2000)).toBeNull()
})

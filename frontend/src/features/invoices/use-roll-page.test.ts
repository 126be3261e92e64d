import { expect, it } from 'vitest'
import { rollRule } from './use-roll-page'

it('makes the page of a receipt a little longer than the receipt', () => {
  // 96 pixels are an inch of 25.4 mm.
  expect(rollRule(960)).toBe('@page receipt { size: 80mm 255mm; margin: 0 }')
})

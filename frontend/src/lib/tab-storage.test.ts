import { afterEach, expect, it, vi } from 'vitest'
import { forgetKept, keep, readKept } from './tab-storage'

const asText = (value: unknown) => (typeof value === 'string' ? value : null)

afterEach(() => sessionStorage.clear())

it('keeps, reads and forgets', () => {
  expect(readKept('k', asText)).toBeNull()
  keep('k', 'value')
  expect(readKept('k', asText)).toBe('value')
  forgetKept('k')
  expect(readKept('k', asText)).toBeNull()
})

it('gives nothing for what it cannot read', () => {
  sessionStorage.setItem('k', '{')
  expect(readKept('k', asText)).toBeNull()
  keep('k', 5)
  expect(readKept('k', asText)).toBeNull()
})

it('lasts as long as the page where storage is refused', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  keep('k', 'value')
  expect(readKept('k', asText)).toBe('value')
  forgetKept('k')
  expect(readKept('k', asText)).toBeNull()
})

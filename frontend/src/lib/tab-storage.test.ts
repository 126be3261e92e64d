import { afterEach, expect, it, vi } from 'vitest'
import { readFromTab, removeFromTab, saveInTab } from './tab-storage'

const asText = (value: unknown) => (typeof value === 'string' ? value : null)

afterEach(() => sessionStorage.clear())

it('keeps, reads and forgets', () => {
  expect(readFromTab('k', asText)).toBeNull()
  saveInTab('k', 'value')
  expect(readFromTab('k', asText)).toBe('value')
  removeFromTab('k')
  expect(readFromTab('k', asText)).toBeNull()
})

it('gives nothing for what it cannot read', () => {
  sessionStorage.setItem('k', '{')
  expect(readFromTab('k', asText)).toBeNull()
  saveInTab('k', 5)
  expect(readFromTab('k', asText)).toBeNull()
})

it('lasts as long as the page where storage is refused', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  saveInTab('k', 'value')
  expect(readFromTab('k', asText)).toBe('value')
  removeFromTab('k')
  expect(readFromTab('k', asText)).toBeNull()
})

import { afterEach, expect, it, vi } from 'vitest'
import { readFromTab, removeFromTab, saveInTab } from './tab-storage'

const asText = (value: unknown) => (typeof value === 'string' ? value : null)

afterEach(() => sessionStorage.clear())

it('stores, reads and removes', () => {
  expect(readFromTab('k', asText)).toBeNull()
  saveInTab('k', 'value')
  expect(readFromTab('k', asText)).toBe('value')
  removeFromTab('k')
  expect(readFromTab('k', asText)).toBeNull()
})

it('returns null for an unreadable value', () => {
  sessionStorage.setItem('k', '{')
  expect(readFromTab('k', asText)).toBeNull()
  saveInTab('k', 5)
  expect(readFromTab('k', asText)).toBeNull()
})

it('lasts as long as the page when storage is refused', () => {
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

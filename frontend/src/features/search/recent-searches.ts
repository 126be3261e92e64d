// The last searches of this device, newest first. They belong to no account.
import { keepOnDevice, readFromDevice } from '@/api/device-storage'

const KEY = 'recent-searches'
/** The most searches that are kept. */
export const MAX_KEPT = 8
/** The most characters of a search (contract, `GET /api/products/search/{text}`). */
const MAX_LENGTH = 100

/** A search as it is kept: without superfluous spaces; '' for one that cannot be kept. */
function tidy(text: unknown): string {
  const tidied = typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : ''
  return tidied.length <= MAX_LENGTH ? tidied : ''
}

/** Each search once, whatever its case; the first `MAX_KEPT` of them. */
function kept(searches: readonly unknown[]): string[] {
  const found = new Map<string, string>()
  for (const text of searches.map(tidy))
    if (text !== '' && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text)
  return [...found.values()].slice(0, MAX_KEPT)
}

/** The kept searches without invalid ones. */
export function recentSearches(): string[] {
  try {
    const searches: unknown = JSON.parse(readFromDevice(KEY) ?? '[]')
    return Array.isArray(searches) ? kept(searches) : []
  } catch {
    return []
  }
}

/** Puts `text` first. Call it only for a search that was made, not for every letter. */
export const rememberSearch = (text: string): void =>
  keepOnDevice(KEY, JSON.stringify(kept([text, ...recentSearches()])))

export const forgetSearches = (): void => keepOnDevice(KEY, null)

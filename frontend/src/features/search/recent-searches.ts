// The last searches of this device, in local storage, newest first. They belong to no account.
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

/** Parses the stored searches; drops what is invalid. */
export function parseSearches(json: string | null): string[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? kept(value) : []
  } catch {
    return []
  }
}

/** The kept searches; none when storage is not available. */
export function recentSearches(): string[] {
  try {
    return parseSearches(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

/** Puts `text` first. Call it only for a search that was made, not for every letter. */
export function rememberSearch(text: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept([text, ...recentSearches()])))
  } catch {
    // Storage is full or not available.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is not available.
  }
}

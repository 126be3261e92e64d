// The IDs of recently viewed products in local storage, newest first.
const KEY = 'recently-viewed'
const MAX_KEPT = 12

/** Parses the stored IDs; drops invalid ones. */
export function parseRecent(json: string | null): string[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value)
      ? value.filter((id) => typeof id === 'string' && id !== '').slice(0, MAX_KEPT)
      : []
  } catch {
    return []
  }
}

export function recentlyViewed(): string[] {
  try {
    return parseRecent(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

/** Puts `productId` first. Ignores unavailable storage. */
export function rememberViewed(productId: string): void {
  const ids = [productId, ...recentlyViewed().filter((id) => id !== productId)].slice(0, MAX_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {}
}

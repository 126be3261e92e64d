// The products that were looked at on this device, newest first: ids alone, in local storage.
const KEY = 'recently-viewed'
const MAX_KEPT = 12

/** The ids in a stored value; whatever is not one is left out. */
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

/** Puts `productId` first. A device that keeps nothing is no fault. */
export function rememberViewed(productId: string): void {
  const ids = [productId, ...recentlyViewed().filter((id) => id !== productId)].slice(0, MAX_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {}
}

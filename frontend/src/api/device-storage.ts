// Texts in the local storage of this device. Where it is not available nothing is kept.

/** The text of a key; null for none, or an empty one. */
export function readFromDevice(key: string): string | null {
  try {
    return localStorage.getItem(key) || null
  } catch {
    return null
  }
}

/** Keeps a text; null removes it. */
export function keepOnDevice(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch (error) {
    console.warn('Not kept:', key, error)
  }
}

/**
 * Calls back when another tab may have changed `key` of the local storage, and when the page returns from the back/forward
 * cache, during which it received no events. Returns the unsubscribe function.
 */
export function onStorageChange(key: string, changed: () => void): () => void {
  const stop = new AbortController()
  // The key is null after `clear()` and absent in `pageshow`.
  const notify = (event: Event) => ((event as StorageEvent).key ?? key) === key && changed()
  for (const name of ['storage', 'pageshow']) window.addEventListener(name, notify, { signal: stop.signal })
  return () => stop.abort()
}

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

/**
 * Calls back when another tab may have changed `key` of the local storage, and when the page is shown again as it was left
 * (back/forward cache): in between it heard of nothing. Returns the undo.
 */
export function onStorageChange(key: string, changed: () => void): () => void {
  const stop = new AbortController()
  // Neither a cleared storage nor a page that is shown names a key.
  const told = (event: Event) => ((event as StorageEvent).key ?? key) === key && changed()
  for (const name of ['storage', 'pageshow']) window.addEventListener(name, told, { signal: stop.signal })
  return () => stop.abort()
}

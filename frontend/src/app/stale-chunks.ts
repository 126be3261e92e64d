const KEY = 'reloaded-for-chunk'
const AGAIN_AFTER_MS = 30_000

/** After a release an open page may request deleted chunks: it reloads then, at most once in 30 s. */
export function reloadOnStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0)
      if (!navigator.onLine || Date.now() - last < AGAIN_AFTER_MS) return
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      return
    }
    event.preventDefault()
    window.location.reload()
  })
}

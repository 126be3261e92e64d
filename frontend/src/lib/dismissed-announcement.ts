// The version of the announcement that the visitor of this device has dismissed.

/** Also in app/shop/hide-dismissed.js. */
const KEY = 'announcement'

/** The dismissed version as text; null when there is none. */
export function dismissedVersion(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function keepDismissed(version: number): void {
  try {
    localStorage.setItem(KEY, String(version))
  } catch (error) {
    console.warn('The dismissal cannot be kept on this device:', error)
  }
}

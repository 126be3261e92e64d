// JSON values in session storage: they survive a reload. When storage is not available, they last as long as the page.

const memory = new Map<string, string>()

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** The value under `key`, validated by `read`; null when it is absent or invalid. */
export function readFromTab<T>(key: string, read: (value: unknown) => T | null): T | null {
  const text = stored(key)
  if (text === null) return null
  try {
    return read(JSON.parse(text))
  } catch {
    return null
  }
}

export function saveInTab(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    memory.set(key, text)
  }
}

export function removeFromTab(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Session storage is not available.
  }
}

/** Removes all values whose key begins with `prefix`. */
export function removeFromTabByPrefix(prefix: string): void {
  const keys = [...memory.keys()]
  try {
    keys.push(...Object.keys(sessionStorage))
  } catch {
    // Session storage is not available.
  }
  for (const key of keys) if (key.startsWith(prefix)) removeFromTab(key)
}

// Small things that this tab keeps over a reload or a detour (session storage). Where storage is refused they last
// as long as the page does.

const memory = new Map<string, string>()

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** What was kept under `key`, as `read` understands it; null when there is nothing or nothing usable. */
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
    // Nothing was kept there.
  }
}

/** Forgets everything whose key begins with `prefix`. */
export function removeFromTabByPrefix(prefix: string): void {
  const keys = [...memory.keys()]
  try {
    keys.push(...Object.keys(sessionStorage))
  } catch {
    // Nothing was kept there.
  }
  for (const key of keys) if (key.startsWith(prefix)) removeFromTab(key)
}

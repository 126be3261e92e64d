/** Objects with the same members in another order have the same key. */
function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member)}`).join()}}`
}

/** Whether two JSON values are the same; null and undefined are. */
export const isSame = (a: unknown, b: unknown): boolean => keyOf(a) === keyOf(b)

// Documents as JSON values: forms, checks and comparisons follow the descriptions of fields and know no document by its type.
import type { ContentDraft, ContentVersion } from '@/api/types'

export type Value = null | boolean | number | string | readonly Value[] | Values
export type Values = { readonly [name: string]: Value }

/** The fields of an object; none of anything else. */
export const objectOf = (value: Value | undefined): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/** The items of a list; none of anything else. */
export const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : [])

/** A text; '' for anything else. */
export const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')

/** The document of an answer. */
export const draftOf = ({ draft }: ContentDraft): Values => draft as unknown as Values

/** The document of a version; null without one. */
export const versionOf = (version: ContentVersion | null): Values | null =>
  version === null ? null : (version.body as unknown as Values)

/** Objects with the same fields in another order have the same key. */
function keyOf(value: Value | undefined): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value as Values).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${keyOf(field)}`).join()}}`
}

export const isSame = (a: Value | undefined, b: Value | undefined): boolean => keyOf(a) === keyOf(b)

/** The number of characters as the server counts them. */
export const characters = (text: string): number => [...text].length

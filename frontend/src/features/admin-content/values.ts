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

/** The number of characters as the server counts them. */
export const characters = (text: string): number => [...text].length

// The input of an editor, saved in this tab for its author until it is saved as a draft or discarded.
import { DRAFT_PREFIX } from '@/lib/draft'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import type { Values } from './values'

/** A document and the revision of the draft that it is based on. */
export type Base = { body: Values; revision: number }

export type KeptInput = { body: Values; opened: Base }

/** Grows when the form of documents changes: input of a former release is not restored. */
const FORM = 1

const keyOf = (doc: string, owner: string): string => `${DRAFT_PREFIX}look${FORM} ${doc} ${owner}`

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const keptInput = (doc: string, owner: string): KeptInput | null =>
  readFromTab(keyOf(doc, owner), (stored) => {
    const { body, opened } = stored as Partial<KeptInput>
    const isWhole = isObject(body) && isObject(opened?.body) && typeof opened?.revision === 'number'
    return isWhole ? (stored as KeptInput) : null
  })

export const keepInput = (doc: string, owner: string, input: KeptInput): void =>
  saveInTab(keyOf(doc, owner), input)

export const forgetInput = (doc: string, owner: string): void => removeFromTab(keyOf(doc, owner))

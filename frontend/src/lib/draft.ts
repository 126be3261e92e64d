// Drafts: form input is saved in this tab, survives the end of a session, navigation and a reload, and is restored for its
// owner only. Passwords and pictures are never saved.
import { readFromTab, removeFromTab, removeFromTabByPrefix, saveInTab } from './tab-storage'

export type Texts = Record<string, string>

const record = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>
/** The keys of all drafts begin with this. */
export const DRAFT_PREFIX = 'draft-'
const keyOf = (form: string): string => DRAFT_PREFIX + form

/** The draft of `owner` (null: a guest) for `form`, with the fields of `blank`; null when there is none. */
export function loadDraft<T extends Texts>(form: string, owner: string | null, blank: T): T | null {
  return readFromTab(keyOf(form), (value) => {
    const { owner: whose, texts } = record(value)
    if (whose !== owner) return null
    const typed = record(texts)
    const entries = Object.keys(blank).map((field) => [field, typed[field]])
    return entries.every(([, text]) => typeof text === 'string') ? (Object.fromEntries(entries) as T) : null
  })
}

/** Saves a draft; removes it when all fields are blank. */
export function saveDraft(form: string, owner: string | null, texts: Texts): void {
  if (Object.values(texts).every((text) => text.trim() === '')) clearDraft(form)
  else saveInTab(keyOf(form), { owner, texts })
}

export const clearDraft = (form: string): void => removeFromTab(keyOf(form))

/** Removes the drafts of all accounts and of guests in this tab. */
export const clearDrafts = (): void => removeFromTabByPrefix(DRAFT_PREFIX)

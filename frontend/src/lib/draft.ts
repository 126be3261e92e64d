// What somebody was typing when something came between (a session that ended, another page, a reload): kept in this tab
// and given back to them alone. Passwords and pictures are never kept.
import { readFromTab, removeFromTab, removeFromTabByPrefix, saveInTab } from './tab-storage'

export type Texts = Record<string, string>

const record = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>
/** Every draft of this tab is kept under a key that begins with this. */
export const DRAFT_PREFIX = 'draft-'
const keyOf = (form: string): string => DRAFT_PREFIX + form

/** What `owner` (null: a guest) typed into `form`, the fields of `blank` alone; null when there is nothing of theirs. */
export function loadDraft<T extends Texts>(form: string, owner: string | null, blank: T): T | null {
  return readFromTab(keyOf(form), (value) => {
    const { owner: whose, texts } = record(value)
    if (whose !== owner) return null
    const typed = record(texts)
    const entries = Object.keys(blank).map((field) => [field, typed[field]])
    return entries.every(([, text]) => typeof text === 'string') ? (Object.fromEntries(entries) as T) : null
  })
}

/** Keeps what was typed; nothing but blanks is nothing to keep. */
export function saveDraft(form: string, owner: string | null, texts: Texts): void {
  if (Object.values(texts).every((text) => text.trim() === '')) clearDraft(form)
  else saveInTab(keyOf(form), { owner, texts })
}

export const clearDraft = (form: string): void => removeFromTab(keyOf(form))

/** Forgets what was typed in this tab, by every account and by guests. */
export const clearDrafts = (): void => removeFromTabByPrefix(DRAFT_PREFIX)

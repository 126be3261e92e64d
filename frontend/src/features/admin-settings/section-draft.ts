// The input of a settings form, saved in this tab for its author until it is saved or discarded.
import { DRAFT_PREFIX } from '@/lib/draft'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'

/** The values that a form is based on, and their version. */
export type Base<Values> = { values: Values; version: number }

export type SectionDraft<Values> = { values: Values; opened: Base<Values> }

const keyOf = (section: string, owner: string): string => `${DRAFT_PREFIX}settings ${section} ${owner}`

/** Whether a stored value has the form of `sample`: a former release may have saved another one. */
function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    return Array.isArray(value) && (sample.length === 0 || value.every((item) => isLike(item, sample[0])))
  }
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(sample).every(([name, part]) => isLike(value[name as keyof typeof value], part))
}

/** The draft; null without one, or where its form is not that of `sample`. */
export const keptSection = <Values>(section: string, owner: string, sample: Values) =>
  readFromTab<SectionDraft<Values>>(keyOf(section, owner), (stored) => {
    const like = { values: sample, opened: { values: sample, version: 0 } }
    return isLike(stored, like) ? (stored as SectionDraft<Values>) : null
  })

export const keepSection = <Values>(section: string, owner: string, draft: SectionDraft<Values>): void =>
  saveInTab(keyOf(section, owner), draft)

export const forgetSection = (section: string, owner: string): void => removeFromTab(keyOf(section, owner))

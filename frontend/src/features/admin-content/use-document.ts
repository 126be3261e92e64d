// The editor's form: a draft of a document, which is saved with what another editor saved meanwhile.

import { messageOf } from '@/api/problem'
import { roleRefusal } from '@/api/staff'
import type { ContentDraft } from '@/api/types'
import { isSame } from '@/lib/is-same'
import type { Difference } from '@/ui/admin/conflict-frame'
import { useVersionedForm } from '@/ui/admin/use-versioned-form'
import type { Change } from './changes'
import type { Document } from './documents'
import { kindOf } from './home-sections'
import { presentOf, useSaveDraft } from './queries'
import { draftOf, listOf, objectOf, type Value, type Values } from './values'

const kinds = (sections: Value | undefined): string => listOf(sections).map(kindOf).join()

/** Sections in the same order are merged one by one; else one's own stay. */
function mergedSections(
  opened: Value | undefined,
  mine: Value | undefined,
  theirs: Value | undefined,
): Value {
  const isAlike = kinds(opened) === kinds(mine) && kinds(mine) === kinds(theirs)
  if (!isAlike) return mine ?? null
  const at = (sections: Value | undefined, index: number) => objectOf(listOf(sections)[index])
  return listOf(mine).map((_, index) => merged(at(opened, index), at(mine, index), at(theirs, index)))
}

/** `theirs` with what was changed from `opened` to `mine`. */
export function merged(opened: Values, mine: Values, theirs: Values): Values {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const pick = (name: string): Value => {
    if (isSame(mine[name], opened[name])) return theirs[name] ?? null
    if (name === 'sections') return mergedSections(opened[name], mine[name], theirs[name])
    return mine[name] ?? null
  }
  return Object.fromEntries(names.map((name) => [name, pick(name)]))
}

/** Where one's own draft differs from the present one. `mine` is null where one changed nothing. */
function differencesOf(
  compare: (from: Values, to: Values) => readonly Change[],
  { opened, mine, theirs }: { opened: Values; mine: Values; theirs: Values },
): Difference[] {
  const changed = new Set(compare(opened, mine).map(({ label }) => label))
  return compare(mine, theirs).map(({ label, from, to }) => ({
    label,
    mine: changed.has(label) ? from : null,
    theirs: to,
  }))
}

const FAILED = 'The draft was not saved. Please try again.'

export function useDocument(document: Document, content: ContentDraft) {
  const { mutate, isPending } = useSaveDraft(document.name)
  return useVersionedForm<Values, ContentDraft>({
    // The number grows when the form of documents changes: input of a former release is not restored.
    draft: `look2 ${document.name}`,
    sample: {},
    data: content,
    baseOf: (answer) => ({ values: draftOf(answer), version: answer.revision }),
    check: document.check,
    merge: merged,
    differences: (opened, mine, theirs) => differencesOf(document.changes, { opened, mine, theirs }),
    presentOf,
    refusalText: (error, isConflict) =>
      isConflict || roleRefusal(error) !== undefined ? undefined : messageOf(error, FAILED),
    pending: isPending,
    send: ({ values, version }, on) =>
      mutate(
        { body: values, revision: version },
        { onSuccess: ({ message, content: saved }) => on.saved(message, saved), onError: on.refused },
      ),
  })
}

export type DocumentState = ReturnType<typeof useDocument>

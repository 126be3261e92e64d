// The editor's form: a draft of a document, which is saved with what another editor saved meanwhile.
import { messageOf } from '@/api/problem'
import { roleRefusal } from '@/api/staff'
import type { ContentDraft } from '@/api/types'
import { useVersionedForm } from '@/ui/admin/use-versioned-form'
import type { Document } from './documents'
import { differencesOf, merged } from './merge'
import { presentOf, useSaveDraft } from './queries'
import { draftOf, type Values } from './values'

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

// The editor's state: what is typed, its faults, and saving with what another editor saved meanwhile.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, firstFieldErrors, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { roleRefusal } from '@/api/staff'
import type { ContentDraft } from '@/api/types'
import { toast } from '@/ui/toast'
import { type Faults, hasFaults, withoutFaultsAt } from './checks'
import type { Document } from './documents'
import { type Base, forgetInput, keepInput, keptInput } from './kept-input'
import { differencesOf, merged } from './merge'
import { presentOf, useSaveDraft } from './queries'
import { draftOf, isSame, type Values } from './values'

const FAILED = 'The draft was not saved. Please try again.'

const baseOf = (content: ContentDraft): Base => ({ body: draftOf(content), revision: content.revision })

/** The sentences of a refused save under the paths of the form: the API names fields 'body.text'. */
function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError)) return {}
  const named = Object.entries(firstFieldErrors(error))
  return Object.fromEntries(
    named.map(([path, text]) => [path.replace(/^body\./, ''), text.charAt(0).toUpperCase() + text.slice(1)]),
  )
}

/** Focuses the first wrong field after each refused attempt. */
function useFocusOnFault(form: RefObject<HTMLElement | null>, attempt: number) {
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, attempt])
}

/** Keeps the input in this tab while it is not saved. */
function useKeptInput(doc: string, owner: string, dirty: boolean, body: Values, opened: Base) {
  useEffect(() => {
    if (dirty) keepInput(doc, owner, { body, opened })
    else forgetInput(doc, owner)
  }, [doc, owner, dirty, body, opened])
}

export function useDocument(document: Document, content: ContentDraft) {
  const owner = useSession().user?.email ?? ''
  const [kept] = useState(() => keptInput(document.name, owner))
  const [opened, setOpened] = useState(() => kept?.opened ?? baseOf(content))
  const [body, setBody] = useState(() => kept?.body ?? opened.body)
  // A new generation makes new forms, whose editors of text begin with other content.
  const [generation, setGeneration] = useState(0)
  const [faults, setFaults] = useState<Faults>({})
  const [conflict, setConflict] = useState<ContentDraft | null>(null)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const saving = useSaveDraft(document.name)
  useFocusOnFault(form, attempt)
  const dirty = !isSame(body, opened.body)
  useKeptInput(document.name, owner, dirty, body, opened)

  const begin = (base: Base, typed = base.body) => {
    setOpened(base)
    setBody(typed)
    setFaults({})
    setConflict(null)
    setGeneration((made) => made + 1)
  }
  const refuse = (found: Faults) => {
    setFaults(found)
    setAttempt((attempts) => attempts + 1)
  }
  const meetConflict = (error: unknown): boolean => {
    const present = presentOf(error)
    setConflict(present)
    return present !== null
  }
  const saved = (answer: ContentDraft, sent: Values) => {
    const base = baseOf(answer)
    setOpened(base)
    // What was typed since then stays, and is not saved yet.
    setBody((typed) => (typed === sent ? base.body : typed))
    setConflict(null)
  }
  const save = (typed = body, revision = opened.revision, andThen?: () => void) => {
    const found = document.check(typed)
    if (hasFaults(found)) return refuse(found)
    setFaults({})
    saving.mutate(
      { body: typed, revision },
      {
        onSuccess: (answer) => {
          saved(answer.content, typed)
          if (andThen === undefined) toast.success(answer.message)
          else andThen()
        },
        onError: (error) => {
          if (!meetConflict(error) && roleRefusal(error) === undefined) toast.error(messageOf(error, FAILED))
          refuse(faultsOf(error))
        },
      },
    )
  }
  const keepMine = (present: ContentDraft) => {
    const base = baseOf(present)
    const typed = merged(opened.body, body, base.body)
    begin(base, typed)
    save(typed, base.revision)
  }
  return {
    body,
    faults,
    form,
    dirty,
    generation,
    pending: saving.isPending,
    edit: (next: Values) => setBody(next),
    clear: (path: string) => setFaults((present) => withoutFaultsAt(present, path)),
    /** Saves the draft; calls back where it was saved, or nothing is to be saved. */
    save: () => save(),
    whenSaved: (andThen: () => void) => {
      if (dirty) save(body, opened.revision, andThen)
      else andThen()
    },
    discard: () => begin(opened),
    /** The input of this tab is removed before the page is left without saving. */
    forget: () => forgetInput(document.name, owner),
    /** Begins with the draft of an answer. */
    take: (answer: ContentDraft) => begin(baseOf(answer)),
    meetConflict,
    conflict: conflict && {
      present: conflict,
      differences: differencesOf(document.changes, {
        opened: opened.body,
        mine: body,
        theirs: draftOf(conflict),
      }),
      keepMine: () => keepMine(conflict),
      takeTheirs: () => begin(baseOf(conflict)),
    },
  }
}

export type DocumentState = ReturnType<typeof useDocument>

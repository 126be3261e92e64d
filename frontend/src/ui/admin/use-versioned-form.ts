// A form over a stored document with a version: input, errors, draft, saving, and conflicts with another save.
import { useEffect, useRef, useState } from 'react'
import { useSession } from '@/api/session'
import { DRAFT_PREFIX } from '@/lib/draft'
import { isSame } from '@/lib/is-same'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { toast } from '@/ui/toast'
import type { Difference } from './conflict-frame'
import { type FieldErrors, fieldErrorsOf, hasErrors, withoutErrorsAt } from './field-errors'

/** The values that a form is based on, and their version. */
export type Base<Values> = { values: Values; version: number }

type Draft<Values> = { values: Values; opened: Base<Values> }

type VersionedFormOptions<Values extends object, Data> = {
  /** Names the draft of this tab; changes with the form of `Values`. */
  draft: string
  /** A draft without the members of this one was saved by a former release, and is not restored. */
  sample: Values
  data: Data
  baseOf: (data: Data) => Base<Values>
  check: (values: Values) => FieldErrors
  /** The values as they are saved. */
  tidied?: ((values: Values) => Values) | undefined
  merge: (opened: Values, mine: Values, theirs: Values) => Values
  differences: (opened: Values, mine: Values, theirs: Values) => Difference[]
  /** The stored document in the refusal of a save that was based on an older version. */
  presentOf: (error: unknown) => Data | null
  /** The notice about a refused save; undefined for none. */
  refusalText: (error: unknown, isConflict: boolean) => string | undefined
  pending: boolean
  send: (
    update: Base<Values>,
    on: { saved: (message: string, data: Data) => void; refused: (error: unknown) => void },
  ) => void
}

/** Whether a stored value has the members of `sample`, with values of the same types. */
function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    return Array.isArray(value) && (sample.length === 0 || value.every((item) => isLike(item, sample[0])))
  }
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(sample).every(([name, part]) => isLike(value[name as keyof typeof value], part))
}

/** The draft, which is kept in this tab for its author while it is not saved. */
function useDraft<Values>(name: string, sample: Values) {
  const owner = useSession().user?.email ?? ''
  const key = `${DRAFT_PREFIX}${name} ${owner}`
  const [draft] = useState(() =>
    readFromTab<Draft<Values>>(key, (stored) =>
      isLike(stored, { values: sample, opened: { values: sample, version: 0 } })
        ? (stored as Draft<Values>)
        : null,
    ),
  )
  return { key, draft }
}

export function useVersionedForm<Values extends object, Data>(options: VersionedFormOptions<Values, Data>) {
  const { baseOf, tidied, merge, presentOf } = options
  const { key, draft } = useDraft(options.draft, options.sample)
  const [opened, setOpened] = useState(() => draft?.opened ?? baseOf(options.data))
  const [values, setValues] = useState(() => draft?.values ?? opened.values)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<Data | null>(null)
  const [generation, setGeneration] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const dirty = !isSame(values, opened.values)
  useEffect(() => {
    if (dirty) saveInTab(key, { values, opened })
    else removeFromTab(key)
  }, [key, dirty, values, opened])
  // The first wrong field receives the focus after each refused attempt.
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  const restart = (base: Base<Values>, typed = base.values) => {
    setOpened(base)
    setValues(typed)
    setErrors({})
    setConflict(null)
    setGeneration((count) => count + 1)
  }
  const refuse = (found: FieldErrors) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  /** Whether an error is a conflict, which the form shows then. */
  const showConflict = (error: unknown): boolean => {
    const present = presentOf(error)
    setConflict(present)
    return present !== null
  }
  const save = (typed = values, base = opened, onSaved?: () => void) => {
    const sent = tidied?.(typed) ?? typed
    setValues(sent)
    setErrors({})
    const found = options.check(sent)
    if (hasErrors(found)) return refuse(found)
    setConflict(null)
    options.send(
      { values: sent, version: base.version },
      {
        saved: (message, data) => {
          const stored = baseOf(data)
          setOpened(stored)
          // What was typed since then stays, and is not saved yet.
          setValues((present) => (present === sent ? stored.values : present))
          if (onSaved === undefined) toast.success(message)
          else onSaved()
        },
        refused: (error) => {
          const text = options.refusalText(error, showConflict(error))
          if (text !== undefined) toast.error(text)
          refuse(fieldErrorsOf(error))
        },
      },
    )
  }
  const keepMine = (theirs: Base<Values>) => {
    const mine = merge(opened.values, values, theirs.values)
    restart(theirs, mine)
    save(mine, theirs)
  }
  const theirs = conflict && baseOf(conflict)
  return {
    values,
    errors,
    form,
    dirty,
    pending: options.pending,
    /** Changes with values that were not typed: controls with a state of their own are mounted again. */
    generation,
    edit: setValues as (values: Values) => void,
    clearErrors: (path: string) => setErrors((present) => withoutErrorsAt(present, path)),
    save: () => save(),
    /** Calls back after the save, or at once where nothing is to be saved. */
    saveThen: (onSaved: () => void) => (dirty ? save(values, opened, onSaved) : onSaved()),
    discard: () => restart(opened),
    /** Begins with a document that another call answered. */
    restart: (data: Data) => restart(baseOf(data)),
    /** Removes the draft, before the page is left without saving. */
    forget: () => removeFromTab(key),
    showConflict,
    conflict: conflict &&
      theirs && {
        present: conflict,
        version: theirs.version,
        differences: options.differences(opened.values, values, theirs.values),
        keepMine: () => keepMine(theirs),
        takeTheirs: () => restart(theirs),
      },
  }
}

/** What the frame of a form needs of it. */
export type FormState = Pick<
  ReturnType<typeof useVersionedForm>,
  'form' | 'dirty' | 'pending' | 'save' | 'discard'
>
/** The conflict of a form. */
export type FormConflict = Omit<NonNullable<ReturnType<typeof useVersionedForm>['conflict']>, 'present'>

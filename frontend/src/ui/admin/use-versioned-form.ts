// A form over a stored document with a version: input, errors, draft, saving, and conflicts with another save.
import { useEffect, useRef, useState } from 'react'
import { useSession } from '@/api/session'
import { DRAFT_PREFIX } from '@/lib/draft'
import { isSame } from '@/lib/is-same'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { toast } from '@/ui/toast'
import { changedFields } from './compared-fields'
import type { Difference } from './conflict-frame'
import { type FieldErrors, fieldErrorsOf, hasErrors, withoutErrorsAt } from './field-errors'

/** The values that a form is based on, and their version. */
export type Base<Values> = { values: Values; version: number }

type Draft<Values> = { values: Values; opened: Base<Values> }

export type VersionedFormOptions<Values extends object, Data> = {
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
  /** The sentences of a refusal under the fields of the form. */
  errorsOf?: (error: unknown) => FieldErrors
  /** The stored document in the refusal of a save that was based on an older version. */
  presentOf: (error: unknown) => Data | null
  /** The notice about a refused save; undefined for none. */
  refusalText: (error: unknown, isConflict: boolean) => string | undefined
  pending: boolean
  send: (
    /** With the values that the form was opened with. */
    update: Base<Values> & { opened: Values },
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

/** A draft over the stored document: where its version is the same, what was not changed is as it is stored now. */
function restored<Values extends object>(
  { values, opened }: Draft<Values>,
  stored: Base<Values>,
): Draft<Values> {
  if (opened.version !== stored.version) return { values, opened }
  const changed = changedFields(opened.values, values)
  const before = Object.fromEntries(
    Object.entries(opened.values).filter(([name]) => name in changed),
  ) as Partial<Values>
  return {
    values: { ...stored.values, ...changed },
    opened: { values: { ...stored.values, ...before }, version: stored.version },
  }
}

/** The draft, which is kept in this tab for its author while it is not saved; without one, the stored document. */
function useDraft<Values extends object>(name: string, sample: Values, stored: () => Base<Values>) {
  const owner = useSession().user?.email ?? ''
  const key = `${DRAFT_PREFIX}${name} ${owner}`
  const [draft] = useState(() => {
    const base = stored()
    const kept = readFromTab<Draft<Values>>(key, (value) =>
      isLike(value, { values: sample, opened: { values: sample, version: 0 } })
        ? (value as Draft<Values>)
        : null,
    )
    return kept === null ? { values: base.values, opened: base } : restored(kept, base)
  })
  return { key, draft }
}

export function useVersionedForm<Values extends object, Data>(options: VersionedFormOptions<Values, Data>) {
  const { baseOf, tidied, merge, presentOf, errorsOf = fieldErrorsOf } = options
  const { key, draft } = useDraft(options.draft, options.sample, () => baseOf(options.data))
  const [opened, setOpened] = useState(draft.opened)
  const [values, setValues] = useState(draft.values)
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
      { values: sent, version: base.version, opened: base.values },
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
          refuse(errorsOf(error))
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
    opened: opened.values,
    values,
    errors,
    form,
    dirty,
    pending: options.pending,
    /** Changes with values that were not typed: controls with a state of their own are mounted again. */
    generation,
    edit: setValues,
    clearErrors: (path: string) => setErrors((present) => withoutErrorsAt(present, path)),
    save: () => save(),
    /** Saves, with values of the stored document that the form was not opened with. */
    saveOver: (stored: Partial<Values>, mine: Partial<Values> = {}) => {
      const base = { ...opened, values: { ...opened.values, ...stored } }
      setOpened(base)
      save({ ...values, ...mine }, base)
    },
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

// A form for a section of the settings: its values, their faults, saving and conflicts.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import type { Difference } from '@/ui/admin/conflict-frame'
import { toast } from '@/ui/toast'
import { type Faults, faultsOf, hasFaults, withoutFaultsAt } from './faults'
import { type Base, forgetSection, keepSection, keptSection } from './section-draft'

const FAILED = 'The settings were not saved. Please try again.'

/** What forms of different sections differ in. `Values` are what is typed, `Data` is the section in the API. */
export type SectionSpec<Values extends object, Data extends { version: number }, Update> = {
  /** Names the draft. */
  id: string
  valuesOf: (data: Data) => Values
  updateOf: (values: Values, version: number) => Update
  check: (values: Values) => Faults
  tidied?: (values: Values) => Values
  /** The fields that a conflict compares, and merges. */
  fields: readonly { name: keyof Values; label: string; read: (values: Values) => string }[]
}

type Save<Data, Update> = {
  isPending: boolean
  mutate: (
    update: Update,
    on: {
      onSuccess: (answer: { message: string; settings: Data }) => void
      onError: (error: unknown) => void
    },
  ) => void
}

export type Section<Values> = {
  values: Values
  faults: Faults
  /** Changes values, and drops the faults at `path` and below it; '' drops all. */
  edit: (change: Partial<Values>, path?: string | undefined) => void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The present settings in the refusal of a save that was based on older ones. */
export function presentOf<Data>(error: unknown): Data | null {
  const isStale = error instanceof ApiError && error.code === 'settings.changed'
  return isStale ? ((error.body.settings as Data | undefined) ?? null) : null
}

/** Focuses the first wrong field after each refused attempt. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>, attempt: number) {
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, attempt])
}

export function useSection<Values extends object, Data extends { version: number }, Update>(
  spec: SectionSpec<Values, Data, Update>,
  data: Data,
  { mutate, isPending }: Save<Data, Update>,
) {
  const owner = useSession().user?.email ?? ''
  const baseOf = (settings: Data): Base<Values> => ({
    values: spec.valuesOf(settings),
    version: settings.version,
  })
  const [draft] = useState(() => keptSection(spec.id, owner, spec.valuesOf(data)))
  const [opened, setOpened] = useState(() => draft?.opened ?? baseOf(data))
  const [values, setValues] = useState(() => draft?.values ?? opened.values)
  const [faults, setFaults] = useState<Faults>({})
  const [conflict, setConflict] = useState<Data | null>(null)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFault(form, attempt)
  const dirty = !same(values, opened.values)
  useEffect(() => {
    if (dirty) keepSection(spec.id, owner, { values, opened })
    else forgetSection(spec.id, owner)
  }, [dirty, values, opened, spec.id, owner])
  const begin = (base: Base<Values>, typed = base.values) => {
    setOpened(base)
    setValues(typed)
    setFaults({})
    setConflict(null)
  }
  const refuse = (found: Faults) => {
    setFaults(found)
    setAttempt((attempts) => attempts + 1)
  }
  const save = (typed = values, base = opened) => {
    const next = spec.tidied?.(typed) ?? typed
    begin(base, next)
    const found = spec.check(next)
    if (hasFaults(found)) return refuse(found)
    mutate(spec.updateOf(next, base.version), {
      onSuccess: ({ message, settings }) => {
        toast.success(message)
        begin(baseOf(settings))
      },
      onError: (error) => {
        const present = presentOf<Data>(error)
        setConflict(present)
        toast.error(present === null ? messageOf(error, FAILED) : FAILED)
        refuse(faultsOf(error))
      },
    })
  }
  /** The present settings with the form's changes. */
  const merged = (present: Values): Values => {
    const mine = spec.fields.filter(({ name }) => !same(values[name], opened.values[name]))
    return { ...present, ...Object.fromEntries(mine.map(({ name }) => [name, values[name]])) }
  }
  const differences = (present: Values): Difference[] =>
    spec.fields
      .filter(({ read }) => read(values) !== read(present))
      .map(({ name, label, read }) => ({
        label,
        mine: same(values[name], opened.values[name]) ? null : read(values),
        theirs: read(present),
      }))
  const section: Section<Values> = {
    values,
    faults,
    edit: (change, path) => {
      setValues({ ...values, ...change })
      if (path !== undefined) setFaults(withoutFaultsAt(faults, path))
    },
  }
  return {
    section,
    form,
    dirty,
    pending: isPending,
    /** Removes the draft, before the page is left without saving. */
    forget: () => forgetSection(spec.id, owner),
    save: () => save(),
    discard: () => begin(opened),
    conflict: conflict && {
      version: conflict.version,
      differences: differences(spec.valuesOf(conflict)),
      keepMine: () => save(merged(spec.valuesOf(conflict)), baseOf(conflict)),
      takeTheirs: () => begin(baseOf(conflict)),
    },
  }
}

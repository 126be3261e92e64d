// The form for a section of the settings.
import { messageOf } from '@/api/problem'
import { carriedBy } from '@/api/refusal'
import { type ComparedField, fieldDifferences, mergedFields } from '@/ui/admin/compared-fields'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { useVersionedForm } from '@/ui/admin/use-versioned-form'

const FAILED = 'The settings were not saved. Please try again.'

/** What forms of different sections differ in. `Values` are what is typed, `Data` is the section in the API. */
export type SectionSpec<Values extends object, Data extends { version: number }, Update> = {
  /** Names the draft. */
  id: string
  valuesOf: (data: Data) => Values
  updateOf: (values: Values, version: number) => Update
  check: (values: Values) => FieldErrors
  tidied?: (values: Values) => Values
  /** The fields that a conflict compares. */
  fields: readonly ComparedField<Values>[]
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
  errors: FieldErrors
  /** Changes values, and drops the errors at `path` and below it; '' drops all. */
  edit: (change: Partial<Values>, path?: string | undefined) => void
}

/** The present settings in the refusal of a save that was based on older ones. */
export const presentOf = <Data>(error: unknown): Data | null =>
  carriedBy(error, 'settings.changed', 'settings')

export function useSection<Values extends object, Data extends { version: number }, Update>(
  spec: SectionSpec<Values, Data, Update>,
  data: Data,
  { mutate, isPending }: Save<Data, Update>,
) {
  const { values, errors, edit, clearErrors, ...state } = useVersionedForm<Values, Data>({
    draft: `settings ${spec.id}`,
    sample: spec.valuesOf(data),
    data,
    baseOf: (settings) => ({ values: spec.valuesOf(settings), version: settings.version }),
    check: spec.check,
    tidied: spec.tidied,
    merge: mergedFields,
    differences: (opened, mine, theirs) => fieldDifferences(spec.fields, opened, mine, theirs),
    presentOf,
    refusalText: (error, isConflict) => (isConflict ? FAILED : messageOf(error, FAILED)),
    pending: isPending,
    send: (update, on) =>
      mutate(spec.updateOf(update.values, update.version), {
        onSuccess: ({ message, settings }) => on.saved(message, settings),
        onError: on.refused,
      }),
  })
  const section: Section<Values> = {
    values,
    errors,
    edit: (change, path) => {
      edit({ ...values, ...change })
      if (path !== undefined) clearErrors(path)
    },
  }
  return { section, ...state }
}

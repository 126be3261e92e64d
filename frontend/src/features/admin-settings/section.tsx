import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '@/api/problem'
import { type ComparedField, fieldDifferences, mergedFields } from '@/ui/admin/compared-fields'
import { VersionConflict } from '@/ui/admin/conflict-frame'
import { checkFields, comparedOf, type SectionField } from '@/ui/admin/field-checks'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { SaveForm } from '@/ui/admin/save-form'
import { type FormConflict, type FormState, useVersionedForm } from '@/ui/admin/use-versioned-form'
import { Loaded } from '@/ui/loaded'
import { Panel } from '@/ui/panel'
import { presentOf, settingsQueries } from './queries'

/** A card with a form that is saved alone, where a page has several. */
export function SectionCard({
  title,
  intro,
  save,
  state,
  children,
}: {
  title: string
  intro: string
  /** The label of the button. */
  save: string
  state: SectionState
  children: ReactNode
}) {
  return (
    <Panel title={title} intro={intro}>
      <SectionForm state={state} label={save} inline>
        {children}
      </SectionForm>
    </Panel>
  )
}

/** The settings of a query, or the placeholder or failure. */
export function LoadedSettings<Data>(props: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  return <Loaded {...props} failure="Failed to load the settings." />
}

export type ShopFacts = { districts: string[]; address: string }

/** The same, with the 25 districts and the shop's address. */
export function LoadedWithShop<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data, shop: ShopFacts) => ReactNode
}) {
  return (
    <LoadedSettings query={useQuery(settingsQueries.shop())}>
      {(shop) => <LoadedSettings query={query}>{(data) => children(data, shop)}</LoadedSettings>}
    </LoadedSettings>
  )
}

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

type Typed<Name extends string> = Record<Name, string | boolean>

/** A section of plain fields alone: `read` takes their values from the section, and `write` makes the update of them. */
export function plainSection<
  Name extends string,
  Data extends { version: number },
  Update,
  Values extends Record<Name, string | number | boolean>,
>(
  id: string,
  fields: readonly SectionField<Name>[],
  read: (data: Data) => Values,
  write: (values: Values, version: number) => Update,
): SectionSpec<Typed<Name>, Data, Update> {
  const each = (value: (field: SectionField<Name>) => unknown) =>
    Object.fromEntries(fields.map((field) => [field.name, value(field)]))
  return {
    id,
    valuesOf: (data) => {
      const values = read(data)
      return each(({ name, kind }) => (kind === 'check' ? values[name] : String(values[name]))) as Typed<Name>
    },
    updateOf: (typed, version) =>
      write(
        each(({ name, kind }) => (kind === 'integer' ? Number(typed[name]) : typed[name])) as Values,
        version,
      ),
    check: (values) => checkFields(fields, values),
    fields: comparedOf(fields),
  }
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

/** What a form needs of its section. */
type SectionState = FormState & { conflict: FormConflict | null }

/** The parts of a form that all sections share: what changed meanwhile, the fields, and the buttons. */
export function SectionForm({
  state,
  label,
  inline,
  children,
}: {
  state: SectionState
  /** The label of the button, where a page has several forms. */
  label?: string
  /** The buttons end the form, instead of staying in view. */
  inline?: boolean
  children: ReactNode
}) {
  const { conflict, pending } = state
  return (
    <SaveForm state={state} {...(label !== undefined && { label })} {...(inline && { inline })}>
      {conflict && (
        <VersionConflict
          key={conflict.version}
          title="These settings have changed since you opened them"
          conflict={conflict}
          none="What is in the form is the same as the settings as they are now."
          pending={pending}
        >
          <p>
            Nothing has been saved yet, and nothing that you typed is lost. Saving your changes keeps the
            present values wherever you changed nothing.
          </p>
        </VersionConflict>
      )}
      {/* What is typed during a save would be lost with its answer. */}
      <fieldset disabled={pending} className="grid min-w-0 gap-5">
        {children}
      </fieldset>
    </SaveForm>
  )
}

import { pluralize } from '@/lib/integer'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { IntegerControl } from './controls'
import { ErrorList, integerError } from './field-checks'
import type { Section, SectionSpec } from './use-section'

/** A whole number of a section, with its rule and its words in a conflict. */
export type IntegerField<Name extends string> = {
  name: Name
  /** The field's name in the API, where it is another. */
  path?: string
  label: string
  hint: string
  min: number
  max: number
  /** The label in a conflict, and the units of the number. */
  compared: string
  unit: readonly [one: string, many: string]
}

type Numbers<Name extends string> = Readonly<Record<Name, number>>
type Texts<Name extends string> = Record<Name, string>

function checkIntegers<Name extends string>(
  fields: readonly IntegerField<Name>[],
  values: Texts<Name>,
): FieldErrors {
  const errors = new ErrorList()
  for (const { name, path = name, min, max } of fields) {
    errors.add(path, integerError(values[name], min, max))
  }
  return errors.found
}

/** The section of a form that has these fields alone. */
export function integerSection<Name extends string, Data extends { version: number }, Update>(
  id: string,
  fields: readonly IntegerField<Name>[],
  numbersOf: (data: Data) => Numbers<Name>,
  updateOf: (numbers: Numbers<Name>, version: number) => Update,
): SectionSpec<Texts<Name>, Data, Update> {
  const each = <Value,>(read: (name: Name) => Value) =>
    Object.fromEntries(fields.map(({ name }) => [name, read(name)])) as Record<Name, Value>
  return {
    id,
    valuesOf: (data) => {
      const numbers = numbersOf(data)
      return each((name) => String(numbers[name]))
    },
    updateOf: (values, version) =>
      updateOf(
        each((name) => Number(values[name])),
        version,
      ),
    check: (values) => checkIntegers(fields, values),
    fields: fields.map(({ name, compared, unit }) => ({
      name,
      label: compared,
      read: (values: Texts<Name>) => pluralize(Number(values[name]), ...unit),
    })),
  }
}

/** The fields, two beside each other. */
export function IntegerFields<Name extends string>({
  section: { values, errors, edit },
  fields,
}: {
  section: Section<Texts<Name>>
  fields: readonly IntegerField<Name>[]
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, label, hint, path = name }) => (
        <IntegerControl
          key={name}
          label={label}
          hint={hint}
          path={path}
          errors={errors}
          value={values[name]}
          onChange={(text) => edit({ [name]: text } as Texts<Name>, path)}
        />
      ))}
    </div>
  )
}

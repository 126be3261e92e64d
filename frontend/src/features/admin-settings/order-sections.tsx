import type { OrderSettings, OrderSettingsUpdate, PaymentSettings, PaymentSettingsUpdate } from '@/api/types'
import { pluralize } from '@/lib/integer'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { IntegerControl } from './controls'
import { ErrorList, integerError } from './field-checks'
import type { Section, SectionSpec } from './section'

/** A whole number of a section, with its rule and its words in a conflict. */
type IntegerField<Name extends string> = {
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
function integerSection<Name extends string, Data extends { version: number }, Update>(
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

export const TIME_FIELDS: readonly IntegerField<'payhereMinutes' | 'bankTransferHours'>[] = [
  {
    name: 'payhereMinutes',
    path: 'expiries.payhereMinutes',
    label: 'Card or wallet (minutes)',
    hint: '15 to 120.',
    min: 15,
    max: 120,
    compared: 'Card or wallet',
    unit: ['minutes', 'minutes'],
  },
  {
    name: 'bankTransferHours',
    path: 'expiries.bankTransferHours',
    label: 'Bank transfer (hours)',
    hint: '1 to 720. A slip that waits for you stops the clock.',
    min: 1,
    max: 720,
    compared: 'Bank transfer',
    unit: ['hours', 'hours'],
  },
]

export const TIMES = integerSection(
  'times',
  TIME_FIELDS,
  ({ expiries }: PaymentSettings) => expiries,
  (expiries, version): PaymentSettingsUpdate => ({ version, expiries }),
)

export const NEW_CUSTOMER_FIELDS: readonly IntegerField<'newCustomerOrders' | 'newCustomerUnits'>[] = [
  {
    name: 'newCustomerOrders',
    label: 'Open orders at once',
    hint: '1 to 1,000.',
    min: 1,
    max: 1_000,
    compared: 'Open orders',
    unit: ['order', 'orders'],
  },
  {
    name: 'newCustomerUnits',
    label: 'Units in one order',
    hint: '1 to 1,000,000, all products together.',
    min: 1,
    max: 1_000_000,
    compared: 'Units in one order',
    unit: ['unit', 'units'],
  },
]

export const NEW_CUSTOMERS = integerSection(
  'new-customers',
  NEW_CUSTOMER_FIELDS,
  (settings: OrderSettings) => settings,
  (numbers, version): OrderSettingsUpdate => ({ version, ...numbers }),
)

export type ReturnValues = { returnDays: string; changedMind: boolean }

export const RETURNS: SectionSpec<ReturnValues, OrderSettings, OrderSettingsUpdate> = {
  id: 'returns',
  valuesOf: ({ returnDays, changedMind }) => ({ returnDays: String(returnDays), changedMind }),
  updateOf: ({ returnDays, changedMind }, version) => ({
    version,
    returnDays: Number(returnDays),
    changedMind,
  }),
  check: ({ returnDays }) => {
    const errors = new ErrorList()
    errors.add('returnDays', integerError(returnDays, 0, 365))
    return errors.found
  },
  fields: [
    {
      name: 'returnDays',
      label: 'Returns',
      read: ({ returnDays }) => pluralize(Number(returnDays), 'day', 'days'),
    },
    {
      name: 'changedMind',
      label: 'Change of mind',
      read: ({ changedMind }) => (changedMind ? 'accepted' : 'not accepted'),
    },
  ],
}

export type NumberValues = { orderPrefix: string }

/** The letters of a prefix as they are stored. */
export const tidiedNumbers = ({ orderPrefix }: NumberValues): NumberValues => ({
  orderPrefix: orderPrefix.trim().toUpperCase(),
})

export const NUMBERS: SectionSpec<NumberValues, OrderSettings, OrderSettingsUpdate> = {
  id: 'order-numbers',
  valuesOf: ({ orderPrefix }) => ({ orderPrefix }),
  updateOf: ({ orderPrefix }, version) => ({ version, orderPrefix }),
  check: (values) => {
    const errors = new ErrorList()
    const isPrefix = /^[A-Z]{2,5}$/.test(tidiedNumbers(values).orderPrefix)
    errors.add('orderPrefix', isPrefix ? null : 'Enter 2 to 5 letters from A to Z')
    return errors.found
  },
  tidied: tidiedNumbers,
  fields: [{ name: 'orderPrefix', label: 'Beginning of numbers', read: ({ orderPrefix }) => orderPrefix }],
}

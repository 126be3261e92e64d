// The values of the form for VAT and invoices, their rules, and their conversion from and to the API's types.
import type { TaxSettings, TaxSettingsUpdate } from '@/api/types'
import { formatDay } from '@/lib/date'
import type { ComparedField } from '@/ui/admin/compared-fields'
import { checkFields, comparedOf, ErrorList, integerError, type SectionField } from '@/ui/admin/field-checks'
import type { FieldErrors } from '@/ui/admin/field-errors'

type DateForm = TaxSettings['taxInvoice']['dateForm']
type Rounding = TaxSettings['taxInvoice']['rounding']

export type RateValues = { percent: string; from: string }

export type TaxValues = {
  registered: boolean
  tin: string
  name: string
  address: string
  unitCode: string
  rates: RateValues[]
  prefix: string
  digits: string
  dateForm: DateForm
  rounding: Rounding
}

export const valuesOf = ({ vat, taxInvoice }: TaxSettings): TaxValues => ({
  registered: vat.registered,
  tin: vat.tin ?? '',
  name: vat.name ?? '',
  address: vat.address ?? '',
  unitCode: vat.unitCode ?? '',
  rates: vat.rates.map(({ percent, from }) => ({ percent: String(percent), from })),
  prefix: taxInvoice.prefix,
  digits: String(taxInvoice.digits),
  dateForm: taxInvoice.dateForm,
  rounding: taxInvoice.rounding,
})

/** The beginning of numbers as it is stored. */
const prefixOf = ({ prefix }: Pick<TaxValues, 'prefix'>): string => prefix.trim().toUpperCase()

const isTin = (text: string): boolean => /^\d{9}$/.test(text.trim())

const orNull = (text: string): string | null => text.trim() || null

export const updateOf = (values: TaxValues, version: number): TaxSettingsUpdate => ({
  version,
  vat: {
    registered: values.registered,
    // Half a number is not kept with a registration that is off: its field is not shown.
    tin: isTin(values.tin) ? values.tin.trim() : null,
    name: orNull(values.name),
    address: orNull(values.address),
    unitCode: orNull(values.unitCode),
    rates: values.rates.map(({ percent, from }) => ({ percent: Number(percent), from })),
  },
  taxInvoice: {
    prefix: prefixOf(values),
    digits: Number(values.digits),
    dateForm: values.dateForm,
    rounding: values.rounding,
  },
})

/** The lines below the registration. */
export const SELLER: readonly SectionField<'tin' | 'name' | 'address' | 'unitCode'>[] = [
  {
    name: 'tin',
    kind: 'text',
    label: 'TIN',
    hint: 'The Taxpayer Identification Number: 9 digits.',
    maxLength: 9,
  },
  {
    name: 'name',
    kind: 'text',
    label: 'Registered name',
    maxLength: 200,
    what: 'the name in the certificate',
  },
  {
    name: 'address',
    kind: 'text',
    label: 'Registered address',
    maxLength: 300,
    what: 'the address in the certificate',
  },
  {
    name: 'unitCode',
    kind: 'text',
    label: 'Unit code',
    optional: true,
    hint: 'Only if your registration has units.',
    maxLength: 40,
  },
]

export const NUMBERS: readonly SectionField<'prefix' | 'digits'>[] = [
  {
    name: 'prefix',
    kind: 'text',
    label: 'Beginning of numbers',
    hint: 'Capital letters, digits and hyphens; the last one is no digit.',
    maxLength: 20,
    what: 'the beginning',
  },
  { name: 'digits', kind: 'integer', label: 'Digits', hint: '4 to 9.', min: 4, max: 9 },
]

export const DATE_FORMS = [
  { value: 'iso', label: '2026-11-30' },
  { value: 'dayMonthYear', label: '30/11/2026' },
] as const satisfies { value: DateForm; label: string }[]

export const ROUNDINGS = [
  { value: 'perDocument', label: 'Once for the document' },
  { value: 'perLine', label: 'For each line' },
] as const satisfies { value: Rounding; label: string }[]

const labelOf = (options: readonly { value: string; label: string }[], value: string): string =>
  options.find((one) => one.value === value)?.label ?? value

/** 'TAX-000001': the first number of tax invoices. */
export const firstNumber = (values: Pick<TaxValues, 'prefix' | 'digits'>): string =>
  `${prefixOf(values)}${'1'.padStart(Math.min(9, Math.max(1, Number(values.digits) || 1)), '0')}`

export function checkTax(values: TaxValues): FieldErrors {
  const errors = new ErrorList()
  if (values.registered) {
    errors.add('vat.tin', isTin(values.tin) ? null : 'A TIN has 9 digits')
    checkFields(SELLER, values, errors, 'vat.')
  }
  values.rates.forEach(({ percent, from }, index) => {
    const path = `vat.rates[${index}]`
    errors.add(`${path}.percent`, integerError(percent, 1, 99))
    errors.add(`${path}.from`, from === '' ? 'Choose a day' : null)
    const isTwice = values.rates.findIndex((other) => other.from === from) < index
    errors.add(`${path}.from`, isTwice ? 'Another rate begins on this day' : null)
  })
  errors.add('vat.rates', values.rates.length === 0 ? 'Enter at least one rate' : null)
  checkFields(NUMBERS, values, errors, 'taxInvoice.')
  const isPrefix = /^[A-Z0-9-]*[A-Z-]$/.test(prefixOf(values))
  errors.add(
    'taxInvoice.prefix',
    isPrefix ? null : 'Use letters, digits and hyphens, and no digit at the end',
  )
  return errors.found
}

/** The fields as a conflict compares them. */
export const COMPARED: readonly ComparedField<TaxValues>[] = [
  {
    name: 'registered',
    label: 'Registered for VAT',
    read: ({ registered }) => (registered ? 'yes' : 'no'),
  },
  ...comparedOf(SELLER),
  {
    name: 'rates',
    label: 'Rates',
    read: ({ rates }) => rates.map(({ percent, from }) => `${percent} % from ${formatDay(from)}`).join('; '),
  },
  ...comparedOf(NUMBERS),
  { name: 'dateForm', label: 'Date', read: ({ dateForm }) => labelOf(DATE_FORMS, dateForm) },
  { name: 'rounding', label: 'Rounding', read: ({ rounding }) => labelOf(ROUNDINGS, rounding) },
]

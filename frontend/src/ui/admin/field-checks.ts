// Checks of the fields of forms, and the amounts that they hold.
import { upperLimit } from '@/lib/limits'
import { formatMoney } from '@/lib/money'
import type { FieldErrors } from './field-errors'

/** Notes the errors that checks find. */
export class ErrorList {
  readonly found: Record<string, string> = {}

  /** Notes a sentence unless the field has one. */
  add(path: string, sentence: string | null): void {
    if (sentence !== null) this.found[path] ??= sentence
  }
}

const AMOUNT = /^\d+(\.\d{1,2})?$/

/** The error of a typed amount in rupees; blank is one where `needed`. */
export function amountError(text: string, needed = true): string | null {
  const plain = text.trim()
  if (plain === '') return needed ? 'Enter an amount' : null
  if (!AMOUNT.test(plain)) return 'Enter an amount with at most two decimals'
  return Number(plain) > upperLimit('maxPrice') ? 'This amount is too large' : null
}

/** An amount of the API as it is typed: '350', '650.50'. */
export const typedAmount = (amount: number | null): string => {
  if (amount === null) return ''
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}

/** The amount that is sent; null for a blank field. Checked by `amountError` before. */
export const amountOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The error of a whole number from `min` to `max`. */
export function integerError(text: string, min: number, max: number): string | null {
  const plain = text.trim()
  const fits = /^\d{1,9}$/.test(plain) && Number(plain) >= min && Number(plain) <= max
  return fits ? null : `Enter a whole number from ${min} to ${max}`
}

/** The error of a required text. */
export function textError(text: string, what: string, max: number): string | null {
  const plain = text.trim()
  if (plain === '') return `Enter ${what}`
  return [...plain].length > max ? `Use at most ${max} characters` : null
}

/** A plain field of a section: its control, its rule, and its words where two states are compared. */
export type SectionField<Name extends string> = {
  name: Name
  kind: 'integer' | 'amount' | 'text' | 'check'
  /** The field's name in the API, where it is another. */
  path?: string
  label: string
  hint?: string
  /** An amount or text that may be blank. */
  optional?: boolean
  /** The bounds of an integer. */
  min?: number
  max?: number
  /** The most characters of a text. */
  maxLength?: number
  /** What is to be entered where a text is blank: 'Enter the holder's name'. */
  what?: string
  fieldClassName?: string
  /** The label and the words of a value where two states are compared. */
  compared?: string
  read?: (value: string | boolean) => string
}

export type FieldValues<Name extends string> = Readonly<Record<Name, string | boolean>>

function faultOf(field: SectionField<string>, value: string | boolean): string | null {
  const { kind, optional = false, min = 0, max = 0, maxLength = 0, what } = field
  if (typeof value === 'boolean') return null
  if (kind === 'integer') return integerError(value, min, max)
  if (kind === 'amount') return amountError(value, !optional)
  if (what !== undefined) return textError(value, what, maxLength)
  return [...value.trim()].length > maxLength ? `Use at most ${maxLength} characters` : null
}

/** Notes the errors of these fields, whose names in the API begin with `parent`. */
export function checkFields<Name extends string>(
  fields: readonly SectionField<Name>[],
  values: FieldValues<Name>,
  errors = new ErrorList(),
  parent = '',
): FieldErrors {
  for (const field of fields)
    errors.add(parent + (field.path ?? field.name), faultOf(field, values[field.name]))
  return errors.found
}

export const amountText = (text: string): string => (text.trim() === '' ? '' : formatMoney(Number(text)))

/** The fields as they are compared. */
export const comparedOf = <Name extends string>(fields: readonly SectionField<Name>[]) =>
  fields.map(({ name, kind, label, compared = label, read }) => ({
    name,
    label: compared,
    read: (values: FieldValues<Name>) =>
      read?.(values[name]) ?? (kind === 'amount' ? amountText(String(values[name])) : String(values[name])),
  }))

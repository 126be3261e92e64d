// Mistakes of a section of the settings, under the paths by which the API names fields: 'rates[0].tariff.amount'.
import { ApiError, firstFieldErrors } from '@/api/problem'
import { upperLimit } from '@/lib/limits'

/** One sentence for each wrong field. */
export type Faults = Readonly<Record<string, string>>

export const hasFaults = (faults: Faults): boolean => Object.keys(faults).length > 0

/** The faults without those of a field and of the fields below it. */
export const withoutFaultsAt = (faults: Faults, path: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !name.startsWith(path)))

/** The sentences of a refused call, under their fields. */
export function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError)) return {}
  const named = Object.entries(firstFieldErrors(error))
  return Object.fromEntries(named.map(([path, text]) => [path, text.charAt(0).toUpperCase() + text.slice(1)]))
}

/** Notes the faults that checks find. */
export class FaultList {
  readonly found: Record<string, string> = {}

  /** Notes a sentence unless the field has one. */
  add(path: string, sentence: string | null): void {
    if (sentence !== null) this.found[path] ??= sentence
  }
}

const AMOUNT = /^\d+(\.\d{1,2})?$/

/** The fault of a typed amount in rupees; blank is one where `needed`. */
export function amountFault(text: string, needed = true): string | null {
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

/** The amount that is sent; null for a blank field. Checked by `amountFault` before. */
export const amountOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The fault of a whole number from `min` to `max`. */
export function integerFault(text: string, min: number, max: number): string | null {
  const plain = text.trim()
  const fits = /^\d{1,9}$/.test(plain) && Number(plain) >= min && Number(plain) <= max
  return fits ? null : `Enter a whole number from ${min} to ${max}`
}

/** The fault of a required text. */
export function textFault(text: string, what: string, max: number): string | null {
  const plain = text.trim()
  if (plain === '') return `Enter ${what}`
  return [...plain].length > max ? `Use at most ${max} characters` : null
}

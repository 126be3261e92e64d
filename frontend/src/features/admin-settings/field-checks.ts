// Checks of the fields of settings, and the amounts that they hold.
import { upperLimit } from '@/lib/limits'

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

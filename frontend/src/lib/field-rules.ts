import * as z from 'zod/mini'
import { formatInteger } from './integer'
import { type Limit, lowerLimit, upperLimit } from './limits'

/** Something before an at sign, and a dot after it: the rule of the contact form (spec.md §5), for every form. */
const EMAIL = /^\S+@\S+\.\S+$/

export const emailRule = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Email is required', abort: true }),
      z.regex(EMAIL, 'Invalid email format'),
      atMost('emailLength'),
    )

/** At most as many characters as the shop takes. */
export const atMost = (limit: Limit, sentence = (max: string) => `Use at most ${max} characters`) =>
  z.refine<string>((text) => [...text].length <= upperLimit(limit), {
    error: () => sentence(formatInteger(upperLimit(limit))),
  })

/** At least as many characters as the shop asks for. */
export const atLeast = (limit: Limit, sentence = (min: number) => `Use at least ${min} characters`) =>
  z.refine<string>((text) => [...text].length >= lowerLimit(limit), {
    error: () => sentence(lowerLimit(limit)),
  })

/** A length between the shop's limits; the server also refuses the commonest passwords. */
export const newPasswordRule = () =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      atLeast('passwordMin'),
      atMost('passwordMax'),
    )

/** What a new password must be, for the hint under its field, with a space behind; '' before it is known. */
export const passwordHint = (): string =>
  lowerLimit('passwordMin') === 0 ? '' : `At least ${lowerLimit('passwordMin')} characters. `

/** A required text, no longer than the shop takes. */
export const requiredText = (missing: string, limit: Limit) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), atMost(limit))

import * as z from 'zod/mini'
import { formatInteger } from './integer'
import { type Limit, lowerLimit, upperLimit } from './limits'

/** Text, an at sign, and a dot in the domain (spec.md §5); used by all forms. */
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

/** A maximum length in code points. */
export const atMost = (limit: Limit, sentence = (max: string) => `Use at most ${max} characters`) =>
  z.refine<string>((text) => [...text].length <= upperLimit(limit), {
    error: () => sentence(formatInteger(upperLimit(limit))),
  })

/** A minimum length in code points. */
export const atLeast = (limit: Limit, sentence = (min: number) => `Use at least ${min} characters`) =>
  z.refine<string>((text) => [...text].length >= lowerLimit(limit), {
    error: () => sentence(lowerLimit(limit)),
  })

/** A length between the shop's limits. The server also refuses common passwords. */
export const newPasswordRule = () =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      atLeast('passwordMin'),
      atMost('passwordMax'),
    )

/** The hint below a new password's field, with a trailing space; '' before the limit is known. */
export const passwordHint = (): string =>
  lowerLimit('passwordMin') === 0 ? '' : `At least ${lowerLimit('passwordMin')} characters. `

/** A required text with a maximum length. */
export const requiredText = (missing: string, limit: Limit) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), atMost(limit))

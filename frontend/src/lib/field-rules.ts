import * as z from 'zod/mini'

/** Something before an at sign, and a dot after it: the rule of the contact form (spec.md §5), for every form. */
const EMAIL = /^\S+@\S+\.\S+$/

export const emailRule = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Email is required', abort: true }),
      z.regex(EMAIL, 'Invalid email format'),
    )

/** 8 to 128 characters (contract, Users); the server also refuses the commonest ones. */
export const newPasswordRule = () =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      z.minLength(8, 'Use at least 8 characters'),
      z.maxLength(128, 'Use at most 128 characters'),
    )

/** A required text of at most `max` characters. */
export const requiredText = (missing: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, `Use at most ${max} characters`),
    )

// The rules of the form for a return, and its conversion to the API's type.
import * as z from 'zod/mini'
import type { ReturnRequest } from '@/api/types'
import { atMost } from '@/lib/field-rules'
import { REASONS } from './words'

export const BLANK = {
  reason: '',
  comment: '',
  bank: '',
  branch: '',
  name: '',
  number: '',
}

export type ReturnValues = typeof BLANK

/** The length of a line of a bank account that the API accepts. */
const MAX_LINE = 100
const MAX_NUMBER = 40

const line = (max = MAX_LINE) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`))

const hasAccount = ({ bank, branch, name, number }: ReturnValues): boolean =>
  [bank, branch, name, number].some((text) => text !== '')

/** Bank, holder and number belong together: all of them or none. */
const neededWithAccount = (field: 'bank' | 'name' | 'number', error: string) =>
  z.refine<ReturnValues>((values) => values[field] !== '' || !hasAccount(values), { path: [field], error })

export const RULES = z
  .object({
    reason: z.string().check(z.minLength(1, 'Please choose a reason')),
    comment: z.string().check(z.trim(), atMost('returnCommentLength')),
    bank: line(),
    branch: line(),
    name: line(),
    number: z
      .string()
      .check(z.trim(), z.regex(/^[\d -]*$/, 'Use digits only'), z.maxLength(MAX_NUMBER, 'This is too long')),
  })
  .check(
    neededWithAccount('bank', "Enter the bank's name"),
    neededWithAccount('name', "Enter the holder's name"),
    neededWithAccount('number', 'Enter the account number'),
  )

/** The units of each line that go back, by product. */
export type Units = Readonly<Record<string, number>>

export function requestOf(values: ReturnValues, units: Units): ReturnRequest {
  const { reason, comment, bank, branch, name, number } = values
  const account = { bank, name, number, ...(branch !== '' && { branch }) }
  return {
    items: Object.entries(units).map(([productId, quantity]) => ({ productId, quantity })),
    reason: REASONS.find(({ value }) => value === reason)?.value ?? 'damaged',
    ...(comment !== '' && { comment }),
    ...(hasAccount(values) && { bankAccount: account }),
  }
}

// The rules of the form of a promotion, and the request that it makes.
import { messageOf } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { PromotionInput } from '@/api/types'
import { formatDay } from '@/lib/date'
import type { ComparedField } from '@/ui/admin/compared-fields'
import {
  amountError,
  amountOf,
  amountText,
  ErrorList,
  integerError,
  textError,
} from '@/ui/admin/field-checks'
import { type FieldErrors, fieldErrorsOf } from '@/ui/admin/field-errors'
import { BENEFITS } from './benefits/benefits'
import type { PromotionValues } from './promotion-values'

const MAX_NAME = 100
/** The most uses that can be set. */
const MAX_USES = 1_000_000

const CODE = /^[A-Z\d-]{3,32}$/

/** As it is stored. */
export const tidiedCode = (code: string): string => code.trim().toUpperCase()

export const tidied = (values: PromotionValues): PromotionValues => ({
  ...values,
  name: values.name.trim(),
  code: tidiedCode(values.code),
})

const limitError = (text: string): string | null =>
  text.trim() === '' ? null : integerError(text, 1, MAX_USES)

/** The errors under the API's names of the fields. */
export function checkPromotion(values: PromotionValues): FieldErrors {
  const { name, kind, code, benefit, maxDiscount, minSpend, startsAt, endsAt } = values
  const errors = new ErrorList()
  errors.add('name', textError(name, 'a name', MAX_NAME))
  if (kind === 'coupon')
    errors.add('code', CODE.test(tidiedCode(code)) ? null : 'Enter 3 to 32 letters, digits or -')
  for (const [path, sentence] of Object.entries(BENEFITS[benefit].check(values))) errors.add(path, sentence)
  errors.add('maxDiscount', amountError(maxDiscount, false))
  if (maxDiscount.trim() !== '' && Number(maxDiscount) === 0) errors.add('maxDiscount', 'Enter more than 0')
  errors.add('minSpend', amountError(minSpend, false))
  if (startsAt !== '' && endsAt !== '' && endsAt < startsAt)
    errors.add('endsAt', 'The last day must not be before the first one')
  errors.add('usageLimit', limitError(values.usageLimit))
  errors.add('perCustomerLimit', limitError(values.perCustomerLimit))
  return errors.found
}

const integerOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The request of values that passed the check. */
export function inputOf(values: PromotionValues): PromotionInput {
  const { name, kind, benefit, products, categories, brands, firstOrderOnly, active } = values
  return {
    ...{ name, kind, benefit, products, categories, brands, firstOrderOnly, active },
    ...(kind === 'coupon' && { code: tidiedCode(values.code) }),
    ...BENEFITS[benefit].write(values),
    maxDiscount: amountOf(values.maxDiscount),
    minSpend: amountOf(values.minSpend),
    startsAt: values.startsAt || null,
    endsAt: values.endsAt || null,
    usageLimit: integerOf(values.usageLimit),
    perCustomerLimit: integerOf(values.perCustomerLimit),
  }
}

const SINGLE_FIELDS: Readonly<Record<string, string>> = {
  'promotion.code_taken': 'code',
  'promotion.limit_below_uses': 'usageLimit',
}

/** The entries of these lists have no controls of their own. */
const LISTS = ['products', 'categories', 'brands']

/** The field of the form for a field of the API, which a preview names below 'promotion'. */
function fieldOf(path: string): string {
  const plain = path.replace(/^promotion\./, '')
  return LISTS.find((list) => plain.startsWith(`${list}[`)) ?? plain
}

/** The sentences of a refusal under the fields of the form. */
export function errorsOf(error: unknown): FieldErrors {
  const [, field] = Object.entries(SINGLE_FIELDS).find(([code]) => hasCode(error, code)) ?? []
  if (field !== undefined) return { [field]: messageOf(error) }
  return Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).map(([path, sentence]) => [fieldOf(path), sentence]),
  )
}

const yesNo = (on: boolean): string => (on ? 'yes' : 'no')

/** The fields that a conflict compares. */
export const COMPARED: readonly ComparedField<PromotionValues>[] = [
  { name: 'name', label: 'Name', read: ({ name }) => name },
  { name: 'kind', label: 'Kind', read: ({ kind }) => kind },
  { name: 'code', label: 'Code', read: ({ code }) => code },
  { name: 'benefit', label: 'Benefit', read: ({ benefit }) => BENEFITS[benefit].label },
  {
    name: 'percent',
    label: 'Percentage',
    read: ({ benefit, percent }) => (benefit === 'percent' ? percent : ''),
  },
  {
    name: 'amount',
    label: 'Amount off',
    read: ({ benefit, amount }) => (benefit === 'fixed' ? amountText(amount) : ''),
  },
  { name: 'buy', label: 'Buy', read: ({ benefit, buy }) => (benefit === 'buyGet' ? buy : '') },
  { name: 'get', label: 'Get free', read: ({ benefit, get }) => (benefit === 'buyGet' ? get : '') },
  {
    name: 'steps',
    label: 'Steps',
    read: ({ benefit, steps }) =>
      benefit === 'steps'
        ? steps.map(({ from, percent }) => `${percent}% from ${amountText(from)}`).join(', ')
        : '',
  },
  { name: 'maxDiscount', label: 'At most', read: ({ maxDiscount }) => amountText(maxDiscount) },
  { name: 'minSpend', label: 'Goods worth at least', read: ({ minSpend }) => amountText(minSpend) },
  { name: 'products', label: 'Products', read: ({ products }) => products.join(', ') },
  { name: 'categories', label: 'Categories', read: ({ categories }) => categories.join(', ') },
  { name: 'brands', label: 'Brands', read: ({ brands }) => brands.join(', ') },
  { name: 'firstOrderOnly', label: 'First order only', read: ({ firstOrderOnly }) => yesNo(firstOrderOnly) },
  { name: 'startsAt', label: 'First day', read: ({ startsAt }) => formatDay(startsAt) },
  { name: 'endsAt', label: 'Last day', read: ({ endsAt }) => formatDay(endsAt) },
  { name: 'usageLimit', label: 'Orders in all', read: ({ usageLimit }) => usageLimit },
  {
    name: 'perCustomerLimit',
    label: 'Orders per customer',
    read: ({ perCustomerLimit }) => perCustomerLimit,
  },
  { name: 'active', label: 'Active', read: ({ active }) => yesNo(active) },
]

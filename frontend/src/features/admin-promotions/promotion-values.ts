// What is typed in the form of a promotion.
import type { BenefitKind, Promotion } from '@/api/types'
import { typedAmount } from '@/ui/admin/field-checks'

export type StepValues = { from: string; percent: string }

export type PromotionValues = {
  name: string
  kind: Promotion['kind']
  code: string
  benefit: BenefitKind
  percent: string
  amount: string
  buy: string
  get: string
  steps: StepValues[]
  maxDiscount: string
  minSpend: string
  products: string[]
  categories: string[]
  brands: string[]
  firstOrderOnly: boolean
  startsAt: string
  endsAt: string
  usageLimit: string
  perCustomerLimit: string
  active: boolean
}

export const NEW_PROMOTION: PromotionValues = {
  name: '',
  kind: 'automatic',
  code: '',
  benefit: 'percent',
  percent: '10',
  amount: '',
  buy: '2',
  get: '1',
  steps: [
    { from: '5000', percent: '5' },
    { from: '10000', percent: '10' },
  ],
  maxDiscount: '',
  minSpend: '',
  products: [],
  categories: [],
  brands: [],
  firstOrderOnly: false,
  startsAt: '',
  endsAt: '',
  usageLimit: '',
  perCustomerLimit: '',
  active: false,
}

const typedInteger = (value: number | null): string => (value === null ? '' : String(value))

/** The fields of other benefits are as in a new form. */
export function valuesOf(promotion: Promotion): PromotionValues {
  const { benefit, value, buy, get, steps, maxDiscount, minSpend } = promotion
  const { usageLimit, perCustomerLimit, code, startsAt, endsAt } = promotion
  const { name, kind, products, categories, brands, firstOrderOnly, active } = promotion
  return {
    ...NEW_PROMOTION,
    ...{ name, kind, benefit, products, categories, brands, firstOrderOnly, active },
    code: code ?? '',
    ...(benefit === 'percent' && { percent: typedInteger(value) }),
    ...(benefit === 'fixed' && { amount: typedAmount(value) }),
    ...(benefit === 'buyGet' && { buy: typedInteger(buy), get: typedInteger(get) }),
    ...(benefit === 'steps' && {
      steps: steps.map(({ from, percent }) => ({ from: typedAmount(from), percent: String(percent) })),
    }),
    maxDiscount: typedAmount(maxDiscount),
    minSpend: typedAmount(minSpend),
    startsAt: startsAt ?? '',
    endsAt: endsAt ?? '',
    usageLimit: typedInteger(usageLimit),
    perCustomerLimit: typedInteger(perCustomerLimit),
  }
}

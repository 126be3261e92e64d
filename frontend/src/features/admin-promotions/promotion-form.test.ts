import { describe, expect, it } from 'vitest'
import { ApiError } from '@/api/problem'
import { describePeriod, shortPeriod } from './period'
import { checkPromotion, errorsOf, inputOf } from './promotion-form'
import { NEW_PROMOTION, type PromotionValues } from './promotion-values'

const values = (fields: Partial<PromotionValues> = {}): PromotionValues => ({
  ...NEW_PROMOTION,
  name: 'Vesak offer',
  ...fields,
})
const steps = (...typed: [string, string][]): Partial<PromotionValues> => ({
  benefit: 'steps',
  steps: typed.map(([from, percent]) => ({ from, percent })),
})

describe('the form of a promotion', () => {
  it.each<[Partial<PromotionValues>, string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ kind: 'coupon', code: 'a b' }, ['code']],
    [{ kind: 'coupon', code: 'vesak-26' }, []],
    [{ percent: '101' }, ['value']],
    [{ benefit: 'fixed', amount: '0' }, ['value']],
    [{ benefit: 'buyGet', buy: '0', get: 'x' }, ['buy', 'get']],
    [steps(), ['steps']],
    [steps(['5000', ''], ['', '10']), ['steps[0].percent', 'steps[1].from']],
    [steps(['5000', '5'], ['5000', '10']), ['steps']],
    [{ maxDiscount: '0', minSpend: '1.234', usageLimit: '0' }, ['maxDiscount', 'minSpend', 'usageLimit']],
    [{ startsAt: '2026-12-31', endsAt: '2026-12-01' }, ['endsAt']],
  ])('checks %j', (fields, wrong) => {
    expect(Object.keys(checkPromotion(values(fields))).sort()).toEqual(wrong)
  })

  it('sends the fields of its benefit alone, and a code only for a coupon', () => {
    const sent = inputOf(values({ benefit: 'buyGet', code: 'LEFT', endsAt: '2026-12-31' }))
    expect(sent).toMatchObject({ benefit: 'buyGet', buy: 2, get: 1, startsAt: null, endsAt: '2026-12-31' })
    expect(sent).not.toHaveProperty('code')
    expect(sent).not.toHaveProperty('value')
  })

  it('shows the errors of a preview and of list entries at their fields', () => {
    const errors = { 'promotion.minSpend': ['must be an amount'], 'promotion.products[3]': ['must be an ID'] }
    const refusal = new ApiError({ status: 422, code: 'x', message: 'No.', errors })
    expect(errorsOf(refusal)).toEqual({ minSpend: 'Must be an amount', products: 'Must be an ID' })
  })
})

it('tells the days of a promotion', () => {
  expect(describePeriod('2026-12-01', '2026-12-31')).toBe(
    'From 1 Dec 2026 to 31 Dec 2026, both days included.',
  )
  expect(describePeriod('2026-12-01', '2026-12-01')).toBe('On 1 Dec 2026 alone.')
  expect([shortPeriod('2026-12-01', '2026-12-31'), shortPeriod('2026-12-30', '2027-01-02')]).toEqual([
    '1–31 Dec 2026',
    '30 Dec 2026 – 2 Jan 2027',
  ])
})

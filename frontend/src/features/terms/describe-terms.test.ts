import { describe, expect, it } from 'vitest'
import type { DeliveryRate, ShopTerms } from '@/api/types'
import { TERMS } from '@/test/server'
import { describeDelivery, describePayment, describeReturns } from './describe-terms'

const rate = (fields: Partial<DeliveryRate>): DeliveryRate => ({
  zone: 'rest',
  method: 'standard',
  tariff: { kind: 'flat', amount: 0 },
  freeFrom: null,
  minDays: 2,
  maxDays: 4,
  ...fields,
})

const delivered = (rates: DeliveryRate[], zones: ShopTerms['delivery']['zones'] = []): string[] => {
  const methods = [
    { method: 'standard', label: 'Standard delivery' },
    { method: 'express', label: 'Express delivery' },
  ]
  return describeDelivery({ ...TERMS, delivery: { ...TERMS.delivery, methods, rates, zones } })
}

const NEAR = { name: 'Near', districts: ['Colombo', 'Gampaha', 'Kalutara'] }
const flat = (amount: number) => ({ kind: 'flat', amount }) as const

describe('what delivery costs and takes', () => {
  it('is free in the default shop', () => {
    expect(delivered([rate({})])).toEqual(['Standard delivery: free, in 2 to 4 working days.'])
  })

  it('names the range of several zones, and the value from which all of them are free', () => {
    const rates = [
      rate({ tariff: flat(350), freeFrom: 10_000 }),
      rate({ zone: 'Near', tariff: flat(250), freeFrom: 10_000, minDays: 1, maxDays: 2 }),
    ]
    expect(delivered(rates, [NEAR])).toEqual([
      'Standard delivery: LKR. 250.00 to LKR. 350.00, free from LKR. 10,000.00, in 1 to 4 working days.',
    ])
    expect(
      delivered(
        rates.map((one, at) => ({ ...one, freeFrom: at === 0 ? 10_000 : null })),
        [NEAR],
      ),
    ).toEqual(['Standard delivery: LKR. 250.00 to LKR. 350.00, in 1 to 4 working days.'])
  })

  it('names the districts of a method that is not offered everywhere', () => {
    const rates = [
      rate({}),
      rate({ zone: 'Near', method: 'express', tariff: flat(450), minDays: 1, maxDays: 1 }),
    ]
    expect(delivered(rates, [NEAR])[1]).toBe(
      'Express delivery in Colombo, Gampaha and Kalutara: LKR. 450.00, in 1 working day.',
    )
    const wide = { name: 'Near', districts: ['A', 'B', 'C', 'D', 'E'] }
    expect(delivered(rates, [wide])[1]).toContain('Express delivery in 5 districts:')
    expect(delivered(rates, [{ name: 'Near', districts: ['Galle'] }])[1]).toContain('delivery in Galle:')
  })

  it('names the least price by weight, and the range by value', () => {
    const byWeight = {
      kind: 'byWeight' as const,
      steps: [
        { upToGrams: 500, amount: 300 },
        { upToGrams: 1000, amount: 400 },
      ],
      perExtraKg: 100,
    }
    expect(delivered([rate({ tariff: byWeight })])[0]).toContain(': from LKR. 300.00, by weight, in')
    const byValue = {
      kind: 'byValue' as const,
      steps: [
        { from: 0, amount: 300 },
        { from: 5000, amount: 0 },
      ],
    }
    expect(delivered([rate({ tariff: byValue, minDays: 0, maxDays: 0 })])).toEqual([
      'Standard delivery: up to LKR. 300.00, on the same day.',
    ])
  })
})

describe('how to pay', () => {
  const method = (label: string, fee = 0) => ({
    method: 'cod',
    label,
    fee,
    min: null,
    max: null,
    districts: [],
  })

  it('lists the methods with their fees', () => {
    expect(describePayment(TERMS)).toBe('Cash on delivery.')
    const methods = [method('Cash on delivery', 150), method('Bank transfer'), method('Card or wallet')]
    expect(describePayment({ ...TERMS, payment: { bankAccount: null, methods } })).toBe(
      'Cash on delivery (fee LKR. 150.00), bank transfer or card or wallet.',
    )
  })
})

describe('how returns work', () => {
  it.each([
    [
      7,
      false,
      'Within 7 days of delivery, on the page of your order, if an item is damaged, wrong, expired or not as described.',
    ],
    [1, true, 'Within 1 day of delivery, on the page of your order, whatever the reason.'],
    [0, false, 'We take no returns. Write to us if something arrives damaged.'],
  ])('after %i days, with changed minds %s', (returnDays, changedMind, words) => {
    expect(describeReturns({ ...TERMS, returnDays, changedMind })).toBe(words)
  })
})

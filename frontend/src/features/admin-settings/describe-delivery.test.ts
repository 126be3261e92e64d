import { expect, it } from 'vitest'
import { describeRate, newRate, type RateValues, REST } from './delivery-form'

const words = (change: Partial<RateValues>) => describeRate({ ...newRate(REST, 'standard'), ...change })

it.each<[Partial<RateValues>, string]>([
  [{ amount: '0' }, 'Standard delivery: free, 1–3 working days'],
  [
    { amount: '350', freeFrom: '7500', minDays: '1', maxDays: '1' },
    'Standard delivery: LKR. 350.00, free from LKR. 7,500.00, 1 working day',
  ],
  [
    {
      kind: 'byWeight',
      weightSteps: [
        { at: '1000', amount: '450' },
        { at: '3000', amount: '650.5' },
      ],
      perExtraKg: '90',
      minDays: '2',
      maxDays: '2',
    },
    'Standard delivery: LKR. 450.00 up to 1,000 g, LKR. 650.50 up to 3,000 g, LKR. 90.00 for each further kg, 2 working days',
  ],
  [
    {
      kind: 'byValue',
      valueSteps: [
        { at: '0', amount: '800' },
        { at: '5000', amount: '400' },
      ],
      minDays: '0',
      maxDays: '0',
    },
    'Standard delivery: LKR. 800.00, LKR. 400.00 for goods from LKR. 5,000.00, on the same day',
  ],
  [{ amount: 'x' }, 'Standard delivery: –, 1–3 working days'],
])('a rate in words: %o', (change, expected) => {
  expect(words(change)).toBe(expected)
})

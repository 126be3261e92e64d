import { describe, expect, it } from 'vitest'
import type { Refund } from '@/api/types'
import { orderOf } from '@/test/admin'
import { centsIn, fieldText, refundable } from './amounts'

const refundOf = (refund: Partial<Refund>): Refund => ({
  refundId: 'ARA-7K3M-Q9TX-R1',
  state: 'settled',
  amount: 100,
  via: 'byHand',
  reference: null,
  reason: 'damaged',
  at: '2026-11-21T06:30:00Z',
  ...refund,
})

describe('an amount that is typed', () => {
  it.each([
    ['8700', 870_000],
    [' 8,700.5 ', 870_050],
    ['0.01', 1],
    ['1000000000', 100_000_000_000],
  ])('%j is %i cents', (text, cents) => expect(centsIn(text)).toBe(cents))

  it.each(['', '0', '0.00', '-5', '1.234', '1e3', 'all', '.5', '1000000000.01', '12345678901'])(
    '%j is none',
    (text) => expect(centsIn(text)).toBeNull(),
  )

  it('begins as the amount that is due', () => {
    expect([fieldText(870_050), fieldText(5), fieldText(0)]).toEqual(['8700.50', '0.05', ''])
  })
})

describe('what may be refunded', () => {
  const payment = {
    ...orderOf().payment,
    charged: 8700,
    held: 8700,
    refundDue: 700.1,
    refundable: 8700,
    refundableByGateway: 5000,
  }

  it('is what the shop says, and what is due less the refunds on their way', () => {
    expect(refundable(orderOf({ payment }))).toEqual({
      dueCents: 70_010,
      mostCents: 870_000,
      gatewayCents: 500_000,
    })
    const refunds = [
      refundOf({ state: 'unknown', amount: 600 }),
      refundOf({ state: 'failed', amount: 5000 }),
      refundOf({ state: 'settled', amount: 5000 }),
    ]
    expect(refundable(orderOf({ payment, refunds })).dueCents).toBe(10_010)
    const all = [refundOf({ state: 'sending', amount: 8700 })]
    expect(refundable(orderOf({ payment, refunds: all })).dueCents).toBe(0)
  })
})

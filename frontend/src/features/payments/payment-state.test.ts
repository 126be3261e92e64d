import { describe, expect, it } from 'vitest'
import type { Order } from '@/api/types'
import { order } from '@/test/quotes'
import { balanceLines, isToPay, paymentState, waitingFor } from './payment-state'
import { refreshAfter } from './refresh'
import { timeLeft } from './time-left'

const UNPAID = order().payment
const DUE = 8700.5

const paid = (payment: Partial<Order['payment']>, fields: Partial<Order> = {}): Order =>
  order({ ...fields, payment: { ...UNPAID, ...payment } })

const slip = (state: Order['slips'][number]['state']) => ({
  slipId: 's1',
  at: '2026-11-20T19:05:00Z',
  state,
  bankReference: null,
  reason: null,
})

const words = (one: Order): string => {
  const { label, text } = paymentState(one)
  return `${label}: ${text}`
}

it('tells what an order waits for before it is packed', () => {
  expect(waitingFor(paid({ method: 'bankTransfer' }))).toBe('Awaiting payment')
  expect(waitingFor(paid({ method: 'payhere' }))).toBe('Awaiting payment')
  expect(waitingFor(paid({ method: 'cod' }))).toBeNull()
  expect(
    waitingFor({ ...paid({ method: 'bankTransfer', paymentStatus: 'pending' }), slips: [slip('inReview')] }),
  ).toBe('Checking your slip')
  expect(waitingFor({ ...paid({ method: 'bankTransfer' }), slips: [slip('rejected')] })).toBe(
    'Awaiting payment',
  )
  expect(waitingFor({ ...paid({ method: 'bankTransfer' }), status: 'cancelled' })).toBeNull()
})

describe('the state of a payment in words', () => {
  it.each([
    [paid({}), 'Cash on delivery: Please have LKR. 8,700.50 ready in cash when your order arrives.'],
    [
      paid({}, { delivery: { ...order().delivery, method: 'pickup' } }),
      'Cash on delivery: Please have LKR. 8,700.50 ready in cash when you collect your order.',
    ],
    [
      paid({ method: 'bankTransfer' }),
      'Awaiting payment: Please transfer LKR. 8,700.50 to our bank account. Then we pack your order.',
    ],
    [paid({ method: 'payhere' }), 'Awaiting payment: LKR. 8,700.50 is to be paid before we pack your order.'],
    [
      paid({ method: 'payhere', lastAttempt: { state: 'failed', startedAt: '2026-11-20T19:05:00Z' } }),
      'Awaiting payment: Your card was declined. LKR. 8,700.50 is to be paid before we pack your order.',
    ],
    [
      paid({ method: 'payhere', lastAttempt: { state: 'cancelled', startedAt: '2026-11-20T19:05:00Z' } }),
      'Awaiting payment: You cancelled the payment. LKR. 8,700.50 is to be paid before we pack your order.',
    ],
    [
      paid({ method: 'payhere', paymentStatus: 'pending' }),
      'Being processed: Your payment is being processed. We mail you when it is through.',
    ],
    [
      paid({ method: 'bankTransfer', paymentStatus: 'pending' }, { slips: [slip('inReview')] }),
      'Checking your slip: We are checking your bank slip, and mail you if anything is missing.',
    ],
    [
      paid({ paymentStatus: 'partiallyPaid', charged: 8000, held: 8000, amountDue: 700.5 }),
      'Partly paid: We received LKR. 8,000.00. LKR. 700.50 is still to be paid.',
    ],
    [
      paid({ paymentStatus: 'paid', charged: DUE, held: DUE, amountDue: 0 }),
      'Paid: We received LKR. 8,700.50. Thank you.',
    ],
    [
      paid({ paymentStatus: 'paid', charged: 9000, held: 9000, amountDue: 0, refundDue: 299.5 }),
      'Paid: We received LKR. 9,000.00. Thank you. We return LKR. 299.50 to you.',
    ],
    [paid({ paymentStatus: 'paid', amountDue: 0 }), 'Paid: There is nothing to pay.'],
    [
      paid({ paymentStatus: 'partiallyRefunded', charged: DUE, returned: 700.5, held: 8000, amountDue: 0 }),
      'Partly refunded: We returned LKR. 700.50 of LKR. 8,700.50 to you.',
    ],
    [
      paid({ paymentStatus: 'refunded', charged: DUE, returned: DUE, amountDue: 0 }),
      'Refunded: We returned LKR. 8,700.50 to you.',
    ],
    [
      paid({ paymentStatus: 'chargedBack', charged: DUE, returned: DUE }),
      'Taken back: Your bank took the payment back. LKR. 8,700.50 is still to be paid. Please contact us.',
    ],
  ])('%#', (one, text) => {
    expect(words(one)).toBe(text)
  })

  it.each([
    [{ amountDue: 0 }, null, 'Nothing to pay: This order is cancelled. There is nothing to pay.'],
    [
      { amountDue: 0 },
      'paymentExpired',
      'Not paid: This order was cancelled because it was not paid in time.',
    ],
    [
      { amountDue: 0, charged: DUE, held: DUE, refundDue: DUE },
      'paymentExpired',
      'Refund due: This order was not paid in full in time. We return LKR. 8,700.50 to you.',
    ],
    [
      { amountDue: 0, charged: DUE, held: DUE, refundDue: DUE },
      null,
      'Refund due: This order is cancelled. We return LKR. 8,700.50 to you.',
    ],
    [
      { amountDue: 0, charged: DUE, returned: DUE },
      null,
      'Refunded: This order is cancelled. We returned LKR. 8,700.50 to you.',
    ],
  ] as const)('of a cancelled order: %#', (payment, cancelReason, text) => {
    expect(words(paid(payment, { status: 'cancelled', cancelReason }))).toBe(text)
  })
})

const METHODS = ['cod', 'bankTransfer', 'payhere'] as const
const POINTS = [
  { status: 'processing', fulfilmentStatus: 'unfulfilled' },
  { status: 'processing', fulfilmentStatus: 'packed' },
  { status: 'shipped', fulfilmentStatus: 'handedOver' },
  { status: 'completed', fulfilmentStatus: 'delivered' },
] as const

/** The money of an order of LKR. 8,700.50 that is not cancelled. */
const MONEY = {
  unpaid: { paymentStatus: 'unpaid', amountDue: DUE },
  partlyPaid: { paymentStatus: 'partiallyPaid', charged: 8000, held: 8000, amountDue: 700.5 },
  pending: { paymentStatus: 'pending', amountDue: DUE },
  paid: { paymentStatus: 'paid', charged: DUE, held: DUE, amountDue: 0 },
  free: { paymentStatus: 'paid', amountDue: 0 },
  tooMuch: { paymentStatus: 'paid', charged: 9000, held: 9000, amountDue: 0, refundDue: 299.5 },
  credited: { paymentStatus: 'unpaid', amountDue: 0 },
  partlyRefunded: {
    paymentStatus: 'partiallyRefunded',
    charged: DUE,
    returned: 700.5,
    held: 8000,
    amountDue: 0,
  },
  refundedByMistake: {
    paymentStatus: 'partiallyRefunded',
    charged: DUE,
    returned: 700.5,
    held: 8000,
    amountDue: 700.5,
  },
  refunded: { paymentStatus: 'refunded', charged: DUE, returned: DUE, amountDue: 0 },
  chargedBack: { paymentStatus: 'chargedBack', charged: DUE, returned: DUE, amountDue: DUE },
} as const satisfies Record<string, Partial<Order['payment']>>

/** Words that ask for money. */
const ASKS = /transfer|in cash|to be paid|ready in cash/

const CASES = METHODS.flatMap((method) =>
  POINTS.flatMap((point) =>
    Object.entries(MONEY).map(([name, money]) => ({
      name: `${name}, ${method}, ${point.fulfilmentStatus}`,
      order: paid({ method, ...money }, point),
    })),
  ),
)

const NAMED = CASES.map((one) => [one.name, one] as const)

describe('over all payments, methods and steps', () => {
  it.each(NAMED)('%s: what is asked for is what is due', (_, { order: one }) => {
    const { text } = paymentState(one)
    const { amountDue, paymentStatus } = one.payment
    expect(ASKS.test(text)).toBe(amountDue > 0 && paymentStatus !== 'pending')
    if (ASKS.test(text)) expect(text).toContain(amountDue === DUE ? 'LKR. 8,700.50' : 'LKR. 700.50')
    if (amountDue <= 0) expect(isToPay(one)).toBe(false)
    const unpacked = one.status === 'processing' && one.fulfilmentStatus === 'unfulfilled'
    if (!unpacked) expect(text).not.toMatch(/before we pack|Then we pack/)
  })

  it.each(NAMED)('%s: a printed sheet has what is due and nothing else to pay', (_, { order: one }) => {
    const { amountDue, held, refundDue } = one.payment
    const lines = balanceLines(one)
    const of = (label: string) => lines.find((line) => line.label.startsWith(label))?.amount ?? 0
    expect([of('To be paid'), of('Paid'), of('To be returned')]).toEqual([amountDue, held, refundDue])
  })

  it('names no total and no order that is cancelled to be paid', () => {
    for (const method of METHODS) {
      const one = paid({ method, amountDue: 0 }, { status: 'cancelled' })
      expect(ASKS.test(paymentState(one).text)).toBe(false)
      expect(balanceLines(one)).toEqual([])
    }
  })

  it('says that a slip is checked for what is still due', () => {
    const one = paid({ method: 'bankTransfer', ...MONEY.partlyPaid }, { slips: [slip('inReview')] })
    expect(words(one)).toBe(
      'Partly paid: We received LKR. 8,000.00. We are checking your bank slip for the other LKR. 700.50.',
    )
  })

  it('says that the bank took the payment of a cancelled order back', () => {
    const one = paid({ ...MONEY.chargedBack, amountDue: 0 }, { status: 'cancelled' })
    expect(words(one)).toBe('Taken back: This order is cancelled. Your bank took the payment back.')
  })

  it('promises no mail where mail is not connected', () => {
    for (const slips of [[], [slip('inReview')]]) {
      const one = paid({ method: 'payhere', paymentStatus: 'pending' }, { slips })
      expect(paymentState(one, true).text).toContain('mail you')
      expect(paymentState(one, false).text).not.toContain('mail')
    }
  })
})

describe('whether the customer is to pay', () => {
  it.each([
    ['cash on delivery', paid({}), false],
    ['a card', paid({ method: 'payhere' }), true],
    ['a card that is processed', paid({ method: 'payhere', paymentStatus: 'pending' }), false],
    ['a rejected slip', paid({ method: 'bankTransfer' }, { slips: [slip('rejected')] }), true],
    ['a slip in review', paid({ method: 'bankTransfer' }, { slips: [slip('inReview')] }), false],
    ['nothing due', paid({ method: 'payhere', amountDue: 0 }), false],
    ['a cancelled order', paid({ method: 'payhere' }, { status: 'cancelled' }), false],
  ])('%s', (_, one, expected) => {
    expect(isToPay(one)).toBe(expected)
  })
})

describe('how often the order is asked for', () => {
  const NOW = Date.parse('2026-11-20T20:00:00Z')
  const until = (expiresAt: string | null, method: Order['payment']['method'] = 'payhere') =>
    refreshAfter(paid({ method, expiresAt }), NOW)

  it('is at its expiry, and every five seconds from there until it is cancelled', () => {
    expect(until('2026-11-20T20:30:00Z')).toBe(30 * 60_000)
    expect(until('2026-11-20T20:00:01Z')).toBe(5_000)
    expect(until('2026-11-20T19:59:00Z')).toBe(5_000)
    expect(until('2026-11-24T20:00:00Z')).toBe(60 * 60_000)
    expect(refreshAfter(paid({ method: 'payhere' }, { status: 'cancelled' }), NOW)).toBe(false)
  })

  it('is never without an expiry, and every half minute while a payment is checked', () => {
    expect(until(null)).toBe(false)
    expect(until(null, 'cod')).toBe(false)
    expect(refreshAfter(undefined, NOW)).toBe(false)
    expect(refreshAfter(paid({ paymentStatus: 'pending' }), NOW)).toBe(30_000)
  })
})

describe('the time left', () => {
  it.each([
    [30, 'a minute'],
    [119, 'a minute'],
    [120, '2 minutes'],
    [47 * 60 + 59, '47 minutes'],
    [60 * 60, '1 hour'],
    [80 * 60, '1 hour 20 minutes'],
    [23.5 * 3600, '23 hours'],
    [48 * 3600, '2 days'],
  ])('of %i seconds is %s', (seconds, text) => {
    expect(timeLeft(seconds * 1000)).toBe(text)
  })
})

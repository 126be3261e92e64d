// The labels of the back-office for money: methods, statuses, entries of the ledger and reasons for attention.
import type { Attention, LedgerEntry, PaymentMethod, PaymentStatus, Refund } from '@/api/types'
import type { BadgeTone } from '@/ui/badge'

type Look = { label: string; tone: BadgeTone }

const METHODS: Record<PaymentMethod, string> = {
  cod: 'Cash on delivery',
  bankTransfer: 'Bank transfer',
  payhere: 'PayHere',
}

export const methodLabel = (method: PaymentMethod): string => METHODS[method]

/** The methods by which staff record money. */
export const METHOD_OPTIONS = [
  { value: 'cod', label: 'Cash' },
  { value: 'bankTransfer', label: METHODS.bankTransfer },
  { value: 'payhere', label: METHODS.payhere },
] as const satisfies { value: PaymentMethod; label: string }[]

export const PAYMENT_LOOKS: Record<PaymentStatus, Look> = {
  unpaid: { label: 'Unpaid', tone: 'neutral' },
  pending: { label: 'Being checked', tone: 'yellow' },
  partiallyPaid: { label: 'Partly paid', tone: 'yellow' },
  paid: { label: 'Paid', tone: 'green' },
  partiallyRefunded: { label: 'Partly refunded', tone: 'blue' },
  refunded: { label: 'Refunded', tone: 'blue' },
  chargedBack: { label: 'Charged back', tone: 'red' },
}

export const REFUND_LOOKS: Record<Refund['state'], Look> = {
  requested: { label: 'Requested', tone: 'yellow' },
  sending: { label: 'Being sent', tone: 'yellow' },
  unknown: { label: 'Not known', tone: 'red' },
  settled: { label: 'Refunded', tone: 'green' },
  failed: { label: 'Failed', tone: 'neutral' },
}

export const SLIP_LOOKS = {
  inReview: { label: 'To check', tone: 'yellow' },
  accepted: { label: 'Accepted', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'neutral' },
} as const satisfies Record<string, Look>

const KINDS: Record<LedgerEntry['kind'], string> = {
  charge: 'Payment',
  refund: 'Refund',
  chargeback: 'Chargeback',
  reversal: 'Correction',
}

export const kindLabel = (kind: LedgerEntry['kind']): string => KINDS[kind]

const ATTENTION: Record<Attention['kind'], string> = {
  unmatched: 'Payment of an unknown order',
  amountMismatch: 'Wrong amount paid',
  duplicatePayment: 'Paid twice',
  latePayment: 'Paid after cancellation',
  overpaid: 'Paid too much',
  lateSlip: 'Bank slip after expiry',
  chargeback: 'Charged back by the bank',
}

export const attentionLabel = (kind: Attention['kind']): string => ATTENTION[kind]

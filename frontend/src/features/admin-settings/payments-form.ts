// The values of the form for payments, their rules, and their conversion from and to the API's types.
import type { PaymentSettings, PaymentSettingsUpdate } from '@/api/types'
import {
  amountError,
  amountOf,
  checkFields,
  ErrorList,
  type SectionField,
  typedAmount,
} from '@/ui/admin/field-checks'
import type { FieldErrors } from '@/ui/admin/field-errors'

export type MethodValues = {
  method: string
  enabled: boolean
  min: string
  max: string
  /** Empty: all. */
  districts: string[]
}

export type BankValues = { bank: string; branch: string; holder: string; number: string }

export type PaymentValues = {
  methods: MethodValues[]
  bank: BankValues
  codFee: string
  codConfirmAbove: string
  confirmRefundsAbove: string
}

export const valuesOf = (settings: PaymentSettings): PaymentValues => ({
  methods: settings.paymentMethods.map(({ method, enabled, min, max, districts }) => ({
    method,
    enabled,
    min: typedAmount(min),
    max: typedAmount(max),
    districts: [...districts],
  })),
  bank: {
    bank: settings.bankAccount?.bank ?? '',
    branch: settings.bankAccount?.branch ?? '',
    holder: settings.bankAccount?.holder ?? '',
    number: settings.bankAccount?.number ?? '',
  },
  codFee: typedAmount(settings.codFee),
  codConfirmAbove: typedAmount(settings.codConfirmAbove),
  confirmRefundsAbove: typedAmount(settings.confirmRefundsAbove),
})

const isBlank = (bank: BankValues): boolean => Object.values(bank).every((text) => text.trim() === '')

function accountOf(bank: BankValues) {
  if (isBlank(bank)) return null
  return {
    bank: bank.bank.trim(),
    branch: bank.branch.trim() || null,
    holder: bank.holder.trim(),
    number: bank.number.trim(),
  }
}

export const updateOf = (values: PaymentValues, version: number): PaymentSettingsUpdate => ({
  version,
  paymentMethods: values.methods.map(({ method, enabled, min, max, districts }) => ({
    method,
    enabled,
    min: amountOf(min),
    max: amountOf(max),
    districts,
  })),
  bankAccount: accountOf(values.bank),
  codFee: Number(values.codFee),
  codConfirmAbove: amountOf(values.codConfirmAbove),
  confirmRefundsAbove: amountOf(values.confirmRefundsAbove),
})

/** The amounts of cash on delivery. */
export const CASH: readonly SectionField<'codFee' | 'codConfirmAbove'>[] = [
  {
    name: 'codFee',
    kind: 'amount',
    label: 'Fee (LKR)',
    hint: 'Added to the total of the order. 0 is none.',
    compared: 'Fee',
  },
  {
    name: 'codConfirmAbove',
    kind: 'amount',
    label: 'Call before packing above (LKR)',
    optional: true,
    hint: 'Orders above this total wait until the customer has confirmed them by telephone.',
    compared: 'Call before packing above',
  },
]

export const REFUNDS: readonly SectionField<'confirmRefundsAbove'>[] = [
  {
    name: 'confirmRefundsAbove',
    kind: 'amount',
    label: 'Ask for the password above (LKR)',
    optional: true,
    hint: 'The refunds of one order count together, and so do those of one member of staff within 24 hours. Empty never asks.',
    compared: 'Password for refunds above',
  },
]

/** The account to which customers transfer. */
export const ACCOUNT: readonly SectionField<keyof BankValues>[] = [
  { name: 'bank', kind: 'text', label: 'Bank', maxLength: 100, what: "the bank's name" },
  { name: 'branch', kind: 'text', label: 'Branch', maxLength: 100, optional: true },
  { name: 'holder', kind: 'text', label: 'Account holder', maxLength: 100, what: "the holder's name" },
  { name: 'number', kind: 'text', label: 'Account number', maxLength: 40, what: 'the account number' },
]

export function checkPayments(values: PaymentValues): FieldErrors {
  const { methods, bank } = values
  const errors = new ErrorList()
  if (!methods.some(({ enabled }) => enabled)) errors.add('paymentMethods', 'Offer at least one method')
  methods.forEach(({ min, max }, index) => {
    const path = `paymentMethods[${index}]`
    errors.add(`${path}.min`, amountError(min, false))
    errors.add(`${path}.max`, amountError(max, false))
    if (min.trim() !== '' && max.trim() !== '' && Number(min) > Number(max)) {
      errors.add(`${path}.max`, 'Must not be below the smallest order')
    }
  })
  const isNeeded = methods.some(({ method, enabled }) => method === 'bankTransfer' && enabled)
  if (isNeeded || !isBlank(bank)) checkFields(ACCOUNT, bank, errors, 'bankAccount.')
  checkFields(CASH, values, errors)
  return checkFields(REFUNDS, values, errors)
}

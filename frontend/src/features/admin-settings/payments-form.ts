// The values of the form for payments, their rules, and their conversion from and to the API's types.
import type { PaymentSettings, PaymentSettingsUpdate } from '@/api/types'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { amountError, amountOf, ErrorList, textError, typedAmount } from './field-checks'

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

function checkBank(bank: BankValues, errors: ErrorList) {
  errors.add('bankAccount.bank', textError(bank.bank, "the bank's name", 100))
  errors.add('bankAccount.holder', textError(bank.holder, "the holder's name", 100))
  errors.add('bankAccount.number', textError(bank.number, 'the account number', 40))
  if ([...bank.branch.trim()].length > 100) errors.add('bankAccount.branch', 'Use at most 100 characters')
}

export function checkPayments({
  methods,
  bank,
  codFee,
  codConfirmAbove,
  confirmRefundsAbove,
}: PaymentValues): FieldErrors {
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
  if (isNeeded || !isBlank(bank)) checkBank(bank, errors)
  errors.add('codFee', amountError(codFee))
  errors.add('codConfirmAbove', amountError(codConfirmAbove, false))
  errors.add('confirmRefundsAbove', amountError(confirmRefundsAbove, false))
  return errors.found
}

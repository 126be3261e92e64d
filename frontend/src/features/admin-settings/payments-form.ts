// The values of the form for payments, their rules, and their conversion from and to the API's types.
import type { PaymentSettings, PaymentSettingsUpdate } from '@/api/types'
import { amountFault, amountOf, FaultList, type Faults, textFault, typedAmount } from './faults'

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

function checkBank(bank: BankValues, faults: FaultList) {
  faults.add('bankAccount.bank', textFault(bank.bank, "the bank's name", 100))
  faults.add('bankAccount.holder', textFault(bank.holder, "the holder's name", 100))
  faults.add('bankAccount.number', textFault(bank.number, 'the account number', 40))
  if ([...bank.branch.trim()].length > 100) faults.add('bankAccount.branch', 'Use at most 100 characters')
}

export function checkPayments({
  methods,
  bank,
  codFee,
  codConfirmAbove,
  confirmRefundsAbove,
}: PaymentValues): Faults {
  const faults = new FaultList()
  if (!methods.some(({ enabled }) => enabled)) faults.add('paymentMethods', 'Offer at least one method')
  methods.forEach(({ min, max }, index) => {
    const path = `paymentMethods[${index}]`
    faults.add(`${path}.min`, amountFault(min, false))
    faults.add(`${path}.max`, amountFault(max, false))
    if (min.trim() !== '' && max.trim() !== '' && Number(min) > Number(max)) {
      faults.add(`${path}.max`, 'Must not be below the smallest order')
    }
  })
  const isNeeded = methods.some(({ method, enabled }) => method === 'bankTransfer' && enabled)
  if (isNeeded || !isBlank(bank)) checkBank(bank, faults)
  faults.add('codFee', amountFault(codFee))
  faults.add('codConfirmAbove', amountFault(codConfirmAbove, false))
  faults.add('confirmRefundsAbove', amountFault(confirmRefundsAbove, false))
  return faults.found
}

// The values of the forms for orders, their rules, and their conversion from and to the API's types. The API keeps the times to
// pay with the payments: each form saves its part of a section.
import type { OrderSettings, OrderSettingsUpdate, PaymentSettings, PaymentSettingsUpdate } from '@/api/types'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { ErrorList, integerError } from './field-checks'

export type TimeValues = { payhereMinutes: string; bankTransferHours: string }

export const timesOf = ({ expiries }: PaymentSettings): TimeValues => ({
  payhereMinutes: String(expiries.payhereMinutes),
  bankTransferHours: String(expiries.bankTransferHours),
})

export const timesUpdate = (values: TimeValues, version: number): PaymentSettingsUpdate => ({
  version,
  expiries: {
    payhereMinutes: Number(values.payhereMinutes),
    bankTransferHours: Number(values.bankTransferHours),
  },
})

export function checkTimes(values: TimeValues): FieldErrors {
  const errors = new ErrorList()
  errors.add('expiries.payhereMinutes', integerError(values.payhereMinutes, 15, 120))
  errors.add('expiries.bankTransferHours', integerError(values.bankTransferHours, 1, 720))
  return errors.found
}

export type ReturnValues = { returnDays: string; changedMind: boolean }

export const returnsOf = ({ returnDays, changedMind }: OrderSettings): ReturnValues => ({
  returnDays: String(returnDays),
  changedMind,
})

export const returnsUpdate = (values: ReturnValues, version: number): OrderSettingsUpdate => ({
  version,
  returnDays: Number(values.returnDays),
  changedMind: values.changedMind,
})

export function checkReturns({ returnDays }: ReturnValues): FieldErrors {
  const errors = new ErrorList()
  errors.add('returnDays', integerError(returnDays, 0, 365))
  return errors.found
}

export type NumberValues = { orderPrefix: string }

export const numbersOf = ({ orderPrefix }: OrderSettings): NumberValues => ({ orderPrefix })

export const numbersUpdate = ({ orderPrefix }: NumberValues, version: number): OrderSettingsUpdate => ({
  version,
  orderPrefix,
})

/** The letters of a prefix as they are stored. */
export const tidiedNumbers = ({ orderPrefix }: NumberValues): NumberValues => ({
  orderPrefix: orderPrefix.trim().toUpperCase(),
})

export function checkNumbers(values: NumberValues): FieldErrors {
  const errors = new ErrorList()
  const isPrefix = /^[A-Z]{2,5}$/.test(tidiedNumbers(values).orderPrefix)
  errors.add('orderPrefix', isPrefix ? null : 'Enter 2 to 5 letters from A to Z')
  return errors.found
}

export type NewCustomerValues = { newCustomerOrders: string; newCustomerUnits: string }

export const newCustomersOf = ({
  newCustomerOrders,
  newCustomerUnits,
}: OrderSettings): NewCustomerValues => ({
  newCustomerOrders: String(newCustomerOrders),
  newCustomerUnits: String(newCustomerUnits),
})

export const newCustomersUpdate = (values: NewCustomerValues, version: number): OrderSettingsUpdate => ({
  version,
  newCustomerOrders: Number(values.newCustomerOrders),
  newCustomerUnits: Number(values.newCustomerUnits),
})

export function checkNewCustomers(values: NewCustomerValues): FieldErrors {
  const errors = new ErrorList()
  errors.add('newCustomerOrders', integerError(values.newCustomerOrders, 1, 1_000))
  errors.add('newCustomerUnits', integerError(values.newCustomerUnits, 1, 1_000_000))
  return errors.found
}

// The sections of the form for orders: their fields, their rules, and their conversion from and to the API's types. The API keeps
// the times to pay with the payments: each form saves its part of a section.
import type { OrderSettings, OrderSettingsUpdate, PaymentSettings, PaymentSettingsUpdate } from '@/api/types'
import { pluralize } from '@/lib/integer'
import { ErrorList, integerError } from './field-checks'
import { type IntegerField, integerSection } from './integer-fields'
import type { SectionSpec } from './use-section'

export const TIME_FIELDS: readonly IntegerField<'payhereMinutes' | 'bankTransferHours'>[] = [
  {
    name: 'payhereMinutes',
    path: 'expiries.payhereMinutes',
    label: 'Card or wallet (minutes)',
    hint: '15 to 120.',
    min: 15,
    max: 120,
    compared: 'Card or wallet',
    unit: ['minutes', 'minutes'],
  },
  {
    name: 'bankTransferHours',
    path: 'expiries.bankTransferHours',
    label: 'Bank transfer (hours)',
    hint: '1 to 720. A slip that waits for you stops the clock.',
    min: 1,
    max: 720,
    compared: 'Bank transfer',
    unit: ['hours', 'hours'],
  },
]

export const TIMES = integerSection(
  'times',
  TIME_FIELDS,
  ({ expiries }: PaymentSettings) => expiries,
  (expiries, version): PaymentSettingsUpdate => ({ version, expiries }),
)

export const NEW_CUSTOMER_FIELDS: readonly IntegerField<'newCustomerOrders' | 'newCustomerUnits'>[] = [
  {
    name: 'newCustomerOrders',
    label: 'Open orders at once',
    hint: '1 to 1,000.',
    min: 1,
    max: 1_000,
    compared: 'Open orders',
    unit: ['order', 'orders'],
  },
  {
    name: 'newCustomerUnits',
    label: 'Units in one order',
    hint: '1 to 1,000,000, all products together.',
    min: 1,
    max: 1_000_000,
    compared: 'Units in one order',
    unit: ['unit', 'units'],
  },
]

export const NEW_CUSTOMERS = integerSection(
  'new-customers',
  NEW_CUSTOMER_FIELDS,
  (settings: OrderSettings) => settings,
  (numbers, version): OrderSettingsUpdate => ({ version, ...numbers }),
)

export type ReturnValues = { returnDays: string; changedMind: boolean }

export const RETURNS: SectionSpec<ReturnValues, OrderSettings, OrderSettingsUpdate> = {
  id: 'returns',
  valuesOf: ({ returnDays, changedMind }) => ({ returnDays: String(returnDays), changedMind }),
  updateOf: ({ returnDays, changedMind }, version) => ({
    version,
    returnDays: Number(returnDays),
    changedMind,
  }),
  check: ({ returnDays }) => {
    const errors = new ErrorList()
    errors.add('returnDays', integerError(returnDays, 0, 365))
    return errors.found
  },
  fields: [
    {
      name: 'returnDays',
      label: 'Returns',
      read: ({ returnDays }) => pluralize(Number(returnDays), 'day', 'days'),
    },
    {
      name: 'changedMind',
      label: 'Change of mind',
      read: ({ changedMind }) => (changedMind ? 'accepted' : 'not accepted'),
    },
  ],
}

export type NumberValues = { orderPrefix: string }

/** The letters of a prefix as they are stored. */
export const tidiedNumbers = ({ orderPrefix }: NumberValues): NumberValues => ({
  orderPrefix: orderPrefix.trim().toUpperCase(),
})

export const NUMBERS: SectionSpec<NumberValues, OrderSettings, OrderSettingsUpdate> = {
  id: 'order-numbers',
  valuesOf: ({ orderPrefix }) => ({ orderPrefix }),
  updateOf: ({ orderPrefix }, version) => ({ version, orderPrefix }),
  check: (values) => {
    const errors = new ErrorList()
    const isPrefix = /^[A-Z]{2,5}$/.test(tidiedNumbers(values).orderPrefix)
    errors.add('orderPrefix', isPrefix ? null : 'Enter 2 to 5 letters from A to Z')
    return errors.found
  },
  tidied: tidiedNumbers,
  fields: [{ name: 'orderPrefix', label: 'Beginning of numbers', read: ({ orderPrefix }) => orderPrefix }],
}

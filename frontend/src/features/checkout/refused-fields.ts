import type { UseFormSetError } from 'react-hook-form'
import { sentenceAbout } from '@/api/form-errors'
import { firstFieldErrors } from '@/api/problem'
import type { ShippingValues } from './shipping-values'

/** The form's field for each field of the API, in the order of the form. */
const FIELDS: Readonly<Record<string, keyof ShippingValues>> = {
  name: 'name',
  address: 'address',
  'deliveryAddress.line1': 'address',
  'deliveryAddress.line2': 'address',
  deliveryAddress: 'address',
  'deliveryAddress.city': 'city',
  'deliveryAddress.postalCode': 'postalCode',
  'deliveryAddress.district': 'district',
  district: 'district',
  phone: 'phone',
  deliveryMethod: 'deliveryMethod',
  paymentMethod: 'paymentMethod',
  customerNote: 'customerNote',
}

const LABELS: Partial<Record<keyof ShippingValues, string>> = {
  postalCode: 'postal code',
  customerNote: 'note',
}

/** Whether a refusal is about the method of delivery or payment: the quote at hand offers what the shop does not. */
export function isMethodRefused(error: unknown): boolean {
  const { deliveryMethod, paymentMethod } = firstFieldErrors(error)
  return deliveryMethod !== undefined || paymentMethod !== undefined
}

/** Shows a refusal's messages on the fields of the checkout and focuses the first. */
export function showRefusedFields(error: unknown, setError: UseFormSetError<ShippingValues>): void {
  const sentences = firstFieldErrors(error)
  const wrong = Object.keys(FIELDS).filter((name) => sentences[name] !== undefined)
  wrong.forEach((name, place) => {
    const field = FIELDS[name]
    if (field === undefined) return
    const message = sentenceAbout(LABELS[field] ?? field, sentences[name] ?? '')
    setError(field, { type: 'server', message }, { shouldFocus: place === 0 })
  })
}

// What the customer corrected after an answer was lost, and what is not in the order that had been placed before.
import type { Order, Quote } from '@/api/types'
import { isPickup, type OrderInput, partsOf } from './order-request'
import { isInParts } from './shipping-rules'

export type MissingChange = {
  /** The changed part, as the customer knows it. */
  part: 'address' | 'name' | 'phone number' | 'note' | 'delivery' | 'payment' | 'coupon' | 'quantities'
  /** What the order has; '' for nothing, and where another line shows it. */
  ordered: string
}

const plain = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
const digits = (phone: string): string => phone.replace(/\D/g, '')

type Parts = {
  line1: string
  line2?: string | null
  city: string
  district: string
  postalCode?: string | null
}
const textOf = ({ line1, line2, city, district, postalCode }: Parts): string =>
  plain([line1, line2, city, district, postalCode].join(' '))

function hasAddress(order: Order, { values, saved, needsDistrict, quote }: OrderInput): boolean {
  if (isPickup(quote)) return true
  const parts = saved ?? (isInParts(values, { needsDistrict }) ? partsOf(values) : null)
  if (parts === null) return order.deliveryAddress === null && plain(order.address) === plain(values.address)
  return order.deliveryAddress !== null && textOf(order.deliveryAddress) === textOf(parts)
}

const linesOf = (items: readonly { productId: string; quantity: number }[]): string =>
  items
    .map(({ productId, quantity }) => `${productId.toLowerCase()}×${quantity}`)
    .sort()
    .join()

/** A coupon that was beaten leaves no trace in an order. */
const hasCoupon = ({ promotions }: Order, wanted: string | null, { coupon }: Quote): boolean =>
  coupon?.state !== 'applied' || promotions.some(({ code }) => code === wanted)

/** The parts of the wanted order that the placed one does not have. */
export function missingChanges(order: Order, input: OrderInput): MissingChange[] {
  const { values, saved, quote, items, coupon } = input
  const { name, phone } = saved ?? values
  const checks: [MissingChange['part'], boolean, string][] = [
    ['address', hasAddress(order, input), order.address],
    ['name', plain(order.name) === plain(name), order.name],
    ['phone number', digits(order.phone) === digits(phone), order.phone],
    ['note', plain(order.customerNote) === plain(values.customerNote), order.customerNote ?? ''],
    ['delivery', order.delivery.method === quote.delivery?.method, ''],
    ['payment', order.payment.method === quote.paymentMethod, ''],
    ['coupon', hasCoupon(order, coupon, quote), ''],
    ['quantities', linesOf(order.orderedItems) === linesOf(items), ''],
  ]
  return checks.flatMap(([part, isThere, ordered]) => (isThere ? [] : [{ part, ordered }]))
}

/** 'address', 'address and name', 'address, name and note'. */
export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The missing changes in a navigation state. */
export function missingIn(state: unknown): MissingChange[] {
  const { missing } = (state ?? {}) as { missing?: unknown }
  return Array.isArray(missing) ? (missing as MissingChange[]) : []
}

// The order that the checkout sends (contract-commerce, sections 1 and 2).
import type { Address, AddressRequest, OrderedItem, PlaceOrderRequest, Quote } from '@/api/types'
import { addressLines, isInParts } from './shipping-rules'
import type { ShippingValues } from './shipping-values'

export const isPickup = (quote: Quote | undefined): boolean => quote?.delivery?.method === 'pickup'

/** The typed address in its parts. */
export function partsOf(values: ShippingValues) {
  const { line1, line2 } = addressLines(values.address)
  return {
    line1,
    line2: line2 || null,
    city: values.city,
    district: values.district,
    postalCode: values.postalCode || null,
  }
}

function whereTo(values: ShippingValues, saved: Address | null, needsDistrict: boolean) {
  if (saved !== null) return { addressId: saved.addressId }
  return isInParts(values, { needsDistrict })
    ? { deliveryAddress: partsOf(values) }
    : { address: values.address }
}

/**
 * Delivery and payment as they were shown. Where the shop has the one choice of an old client they are left out, and the order is
 * the same as that client's.
 */
function methods({ delivery, deliveryOptions, paymentMethod, paymentOptions }: Quote) {
  const isChosen = deliveryOptions.length > 1 || delivery?.method !== 'standard'
  const isPaidOtherwise = paymentOptions.length > 1 || paymentMethod !== 'cod'
  return {
    ...(isChosen && delivery !== null && { deliveryMethod: delivery.method }),
    ...(isPaidOtherwise && { paymentMethod }),
  }
}

export type OrderInput = {
  values: ShippingValues
  /** The saved address that the order goes to; null: the typed one. */
  saved: Address | null
  needsDistrict: boolean
  quote: Quote
  items: OrderedItem[]
  expectedTotal: number
  /** The code of the coupon that is a part of the total; null for none. */
  coupon: string | null
}

export function orderRequest(input: OrderInput): PlaceOrderRequest {
  const { values, saved, needsDistrict, quote, items, expectedTotal, coupon } = input
  const { name, phone } = saved ?? values
  return {
    orderedItems: items,
    name,
    phone,
    ...(!isPickup(quote) && whereTo(values, saved, needsDistrict)),
    ...methods(quote),
    ...(values.customerNote !== '' && { customerNote: values.customerNote }),
    ...(coupon !== null && { couponCode: coupon }),
    expectedTotal,
  }
}

/** The typed address to save; null where none is to be saved. */
export function addressToKeep({ values, saved, quote }: OrderInput): AddressRequest | null {
  if (saved !== null || values.keep === '' || isPickup(quote)) return null
  return { ...partsOf(values), label: null, name: values.name, phone: values.phone, isDefault: false }
}

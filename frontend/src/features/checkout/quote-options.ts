import { useMemo } from 'react'
import type { PaymentMethod, Quote, ShopTerms } from '@/api/types'
import type { QuoteOptions } from '@/features/cart/queries'
import { METHOD_NAMES } from '@/features/payments/payment-state'
import { useCoupon } from '@/features/promotions/coupon'
import type { ShippingValues } from './shipping-values'

/** The options that the form has, with the cart's coupon: absent members are the shop's defaults. It changes only with its members. */
export function useQuoteOptions(
  district: string,
  { deliveryMethod, paymentMethod }: Pick<ShippingValues, 'deliveryMethod' | 'paymentMethod'>,
): QuoteOptions {
  const { code } = useCoupon()
  return useMemo(
    () => ({
      ...(district !== '' && { district }),
      ...(deliveryMethod !== '' && { deliveryMethod }),
      ...(paymentMethod !== '' && { paymentMethod }),
      ...(code !== null && { couponCode: code }),
    }),
    [district, deliveryMethod, paymentMethod, code],
  )
}

/** The methods that are shown as chosen: those of the quote, or while it is loading the selected ones. */
export function chosenMethods(quote: Quote | undefined, options: QuoteOptions, stale: boolean) {
  const delivery = quote?.delivery?.method
  return {
    delivery: (stale ? options.deliveryMethod : null) ?? delivery,
    payment: (stale ? options.paymentMethod : null) ?? quote?.paymentMethod,
  }
}

/** The zone of all districts that no other zone has, and of orders without a district. */
const REST = 'rest'

/** Whether the charge of a method of delivery differs between districts, so that an order needs one; other days need none. */
export function chargesDiffer({ delivery }: ShopTerms, method: string): boolean {
  const charges = [REST, ...delivery.zones.map(({ name }) => name)].map((zone) => {
    const rate = delivery.rates.find((one) => one.zone === zone && one.method === method)
    return JSON.stringify(rate === undefined ? null : [rate.tariff, rate.freeFrom])
  })
  return new Set(charges).size > 1
}

const NAMES: Readonly<Record<string, string>> = {
  standard: 'Standard delivery',
  express: 'Express delivery',
  pickup: 'Pick-up at the shop',
}

/** The name of the selected method of delivery where the quote does not have it; null where it has. */
export function missingMethod(
  quote: Quote | undefined,
  { deliveryMethod }: QuoteOptions,
  stale: boolean,
): string | null {
  if (stale || quote === undefined || typeof deliveryMethod !== 'string') return null
  const isOffered = quote.deliveryOptions.some(({ method }) => method === deliveryMethod)
  return isOffered ? null : (NAMES[deliveryMethod] ?? null)
}

/** What became of the selected method of payment where another one took its place; null where the quote has it. */
export function replacedPayment(
  quote: Quote | undefined,
  { paymentMethod }: QuoteOptions,
  stale: boolean,
): string | null {
  if (stale || quote === undefined || typeof paymentMethod !== 'string') return null
  if (quote.paymentMethod === paymentMethod) return null
  const taken = quote.paymentOptions.find(({ method }) => method === quote.paymentMethod)
  if (taken?.available !== true) return null
  const selected = quote.paymentOptions.find(({ method }) => method === paymentMethod)
  const name = selected?.label ?? METHOD_NAMES[paymentMethod as PaymentMethod] ?? paymentMethod
  return `${name} is not available for this order. ${taken.label} is chosen instead.`
}

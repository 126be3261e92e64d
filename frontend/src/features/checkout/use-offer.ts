// The form of the checkout, and what the shop offers for its input.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { shopTermsQuery } from '@/api/shop-terms'
import { useQuotedLines } from '@/features/cart/use-quoted-lines'
import { upperLimit } from '@/lib/limits'
import { toast } from '@/ui/toast'
import { chargesDiffer, chosenMethods, useQuoteOptions } from './quote-options'
import type { Basket } from './saved-checkout'
import { isInParts } from './shipping-rules'
import type { ShippingValues } from './shipping-values'
import { useAddressChoice } from './use-address-choice'
import { type ShippingForm, useShippingForm } from './use-shipping-form'

const TOO_MANY = 'There are too many different products for one order.'

const PLACE = ['address', 'city', 'postalCode', 'district'] as const

/** Judges the faults of the address again when other parts of it are needed: those of parts that are not needed any more go. */
function useMendedFaults({ control, formState, trigger }: ShippingForm, needs: string) {
  const { errors } = formState
  const inParts = useWatch({
    control,
    compute: (values: ShippingValues) => isInParts(values, { needsDistrict: false }),
  })
  const faulty = useRef<(typeof PLACE)[number][]>([])
  useEffect(() => {
    faulty.current = PLACE.filter((field) => errors[field] !== undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the needs are what the rules read
  useEffect(() => {
    if (faulty.current.length > 0) void trigger(faulty.current)
  }, [trigger, inParts, needs])
}

export type CheckoutProps = {
  /** The account for which the form is filled in; null: a guest. */
  formOwner: string | null
  basket: Basket
  adjust: (productId: string, quantity: number) => void
}

/** The form and its prices: what is selected, and what the shop offers for it. */
export function useOffer({ formOwner, basket, adjust }: CheckoutProps) {
  const onVanished = useCallback(
    (productId: string, name: string) => {
      adjust(productId, 0)
      toast.info(`${name} is no longer sold and was removed from your order.`)
    },
    [adjust],
  )
  const { form, setNeeds } = useShippingForm(formOwner)
  const { data: terms } = useQuery(shopTermsQuery())
  const choice = useAddressChoice(form)
  const [typed, deliveryMethod, paymentMethod] = form.watch(['district', 'deliveryMethod', 'paymentMethod'])
  const district = choice.chosen?.district ?? typed
  const options = useQuoteOptions(district, { deliveryMethod, paymentMethod })
  const { clearErrors } = form
  // The refusal of a method holds for the options that were sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => clearErrors(['deliveryMethod', 'paymentMethod']), [clearErrors, options])
  const quoted = useQuotedLines(basket.items, onVanished, options)
  const chosen = chosenMethods(quoted.quote ?? quoted.known, options, quoted.stale)
  const needsDistrict =
    terms !== undefined && chargesDiffer(terms, chosen.delivery ?? terms.delivery.defaultMethod)
  const isPickup = chosen.delivery === 'pickup'
  const isSaved = choice.chosen !== null
  useEffect(() => setNeeds({ isSaved, isPickup, needsDistrict }))
  useMendedFaults(form, [isSaved, isPickup, needsDistrict].join())
  return { form, terms, choice, district, options, quoted, chosen, needsDistrict, isPickup, onVanished }
}

export type Offer = ReturnType<typeof useOffer>

/** Why the order cannot be sent as it is; null where it can. */
export function blockingReason(offer: Offer, lines: number): string | null {
  const { quoted } = offer
  if (lines > upperLimit('cartLines')) return TOO_MANY
  if (quoted.quote === undefined) return quoted.failure ?? ''
  if (quoted.lines.some(({ short }) => short)) return 'Please adjust the items that are short in stock.'
  if (quoted.quote.delivery === null) return 'We do not deliver to this address yet.'
  const isPayable = quoted.quote.paymentOptions.some(({ available }) => available)
  return isPayable ? null : 'No method of payment is available for this order.'
}

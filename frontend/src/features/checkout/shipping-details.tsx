import { Banknote, ChevronDown, MapPin, Truck } from 'lucide-react'
import { useState } from 'react'
import type { DeliveryOption, PaymentOption, ShopTerms } from '@/api/types'
import { formatDays } from '@/lib/date'
import { maxLength } from '@/lib/limits'
import { formatCents, formatMoney, toCents } from '@/lib/money'
import { TextareaField } from '@/ui/field'
import { type Method, MethodSection } from './checkout-section'
import { ContactSection } from './contact-section'
import { missingMethod, replacedPayment } from './quote-options'
import type { Offer } from './use-offer'
import type { ShippingForm } from './use-shipping-form'

/** What is paid for an option, with the full charge where a part of it is free. */
function Charge({ option: { charge, discount } }: { option: DeliveryOption }) {
  const paid = toCents(charge) - toCents(discount)
  return (
    <>
      {discount > 0 && (
        <s className="me-2 font-normal text-cocoa">
          <span className="sr-only">instead of </span>
          {formatMoney(charge)}
        </s>
      )}
      {paid === 0 ? 'Free' : formatCents(paid)}
    </>
  )
}

function deliveryMethod(option: DeliveryOption, shopAddress: string): Method {
  const { method, label, estimatedFrom, estimatedTo } = option
  const days = formatDays(estimatedFrom, estimatedTo)
  const cost = <Charge option={option} />
  return method === 'pickup'
    ? { method, label, cost, icon: MapPin, text: `Ready ${days} at ${shopAddress}` }
    : { method, label, cost, icon: Truck, text: `Arrives ${days}` }
}

/** What happens with each method of payment after the order. */
const MEANINGS: Readonly<Record<string, string>> = {
  cod: 'Pay the courier in cash when your order arrives.',
  bankTransfer: 'We show you our bank account after the order. We pack when the money is there.',
  payhere: 'You go on to PayHere’s secure page to pay, and come back here.',
}
const COD_AT_SHOP = 'Pay in cash when you fetch your order.'

function paymentMethod(option: PaymentOption, isPickup: boolean): Method {
  const { method, label, fee, available, reason } = option
  const meaning = method === 'cod' && isPickup ? COD_AT_SHOP : (MEANINGS[method] ?? '')
  const cost = fee > 0 ? `+ ${formatMoney(fee)}` : undefined
  return { method, label, cost, icon: Banknote, text: reason ?? meaning, disabled: !available }
}

/** What a district would tell; null where all districts have the same terms. */
function districtHint(terms: ShopTerms | undefined, needsDistrict: boolean): string | null {
  if (needsDistrict) return 'Cost and days depend on your district: please choose it above.'
  return terms?.needsDistrict === true
    ? 'Choose your district above to see every way of delivery and payment.'
    : null
}

function Delivery({ offer }: { offer: Offer }) {
  const { form, terms, choice, district, options, quoted, chosen, needsDistrict } = offer
  const offered = (quoted.quote ?? quoted.known)?.deliveryOptions
  const hint = district === '' && !choice.waiting ? districtHint(terms, needsDistrict) : null
  const missing = missingMethod(quoted.quote, options, quoted.stale)
  return (
    <MethodSection
      what="delivery"
      methods={offered?.map((option) => deliveryMethod(option, terms?.address ?? 'our shop'))}
      chosen={chosen.delivery}
      onChoose={(method) => form.setValue('deliveryMethod', method)}
      error={form.formState.errors.deliveryMethod?.message}
      notice={missing && `${missing} is not offered in ${district || 'this district'}.`}
    >
      {offered?.length === 0 && (
        <p className="rounded-input bg-warning-wash px-4 py-3">
          We do not deliver {district === '' ? 'there' : `to ${district}`} yet. Please choose another address.
        </p>
      )}
      {hint !== null && <p className="mb-3 text-sm text-cocoa">{hint}</p>}
    </MethodSection>
  )
}

function Payment({ offer: { form, options, quoted, chosen, isPickup } }: { offer: Offer }) {
  const offered = (quoted.quote ?? quoted.known)?.paymentOptions
  return (
    <MethodSection
      what="payment"
      methods={offered?.map((option) => paymentMethod(option, isPickup))}
      chosen={chosen.payment}
      onChoose={(method) => form.setValue('paymentMethod', method)}
      error={form.formState.errors.paymentMethod?.message}
      notice={replacedPayment(quoted.quote, options, quoted.stale)}
    >
      {offered?.every(({ available }) => !available) === true && (
        <p className="mb-3 rounded-input bg-warning-wash px-4 py-3">
          No method of payment is available for this order.
        </p>
      )}
    </MethodSection>
  )
}

/** An optional remark for the shop, folded away until it is wanted. */
function CustomerNote({ form }: { form: ShippingForm }) {
  const error = form.formState.errors.customerNote?.message
  const [open, setOpen] = useState(() => form.getValues('customerNote') !== '')
  return (
    <details
      open={open || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line pt-3"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-input font-medium text-lotus [&::-webkit-details-marker]:hidden">
        Add a note to your order
        <ChevronDown aria-hidden size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      <TextareaField
        label="Note"
        optional
        rows={3}
        hint="For us and the courier, such as 'Please ring twice.'"
        maxLength={maxLength('customerNoteLength')}
        fieldClassName="mt-2"
        error={error}
        {...form.register('customerNote')}
      />
    </details>
  )
}

/** Address, delivery, payment and note. */
export function ShippingDetails({ offer }: { offer: Offer }) {
  const { form, choice, needsDistrict, isPickup } = offer
  return (
    <section
      aria-labelledby="shipping-details"
      className="flex flex-col gap-6 rounded-card border border-line bg-white p-5 sm:p-7"
    >
      <h2 id="shipping-details" className="font-display text-2xl">
        Shipping Details
      </h2>
      <ContactSection form={form} choice={choice} isPickup={isPickup} needsDistrict={needsDistrict} />
      <Delivery offer={offer} />
      <Payment offer={offer} />
      <CustomerNote form={form} />
    </section>
  )
}

import type { ShopTerms } from '@/api/types'
import { ContactSection } from './contact-section'
import { CustomerNote } from './customer-note'
import { DeliverySection } from './delivery-section'
import { PaymentSection } from './payment-section'
import { missingMethod, replacedPayment } from './quote-options'
import type { Offer } from './use-offer'

/** What a district would tell; null where all districts have the same terms. */
function districtHint(terms: ShopTerms | undefined, needsDistrict: boolean): string | null {
  if (needsDistrict) return 'Cost and days depend on your district: please choose it above.'
  return terms?.needsDistrict === true
    ? 'Choose your district above to see every way of delivery and payment.'
    : null
}

/** Address, delivery, payment and note. */
export function ShippingDetails({ offer }: { offer: Offer }) {
  const { form, terms, choice, district, options, quoted, chosen, needsDistrict, isPickup } = offer
  const { errors } = form.formState
  const shown = quoted.quote ?? quoted.known
  return (
    <section
      aria-labelledby="shipping-details"
      className="flex flex-col gap-6 rounded-card border border-line bg-white p-5 sm:p-7"
    >
      <h2 id="shipping-details" className="font-display text-2xl">
        Shipping Details
      </h2>
      <ContactSection form={form} choice={choice} isPickup={isPickup} needsDistrict={needsDistrict} />
      <DeliverySection
        options={shown?.deliveryOptions}
        chosen={chosen.delivery}
        onChoose={(method) => form.setValue('deliveryMethod', method)}
        district={district}
        hint={district === '' && !choice.waiting ? districtHint(terms, needsDistrict) : null}
        missing={missingMethod(quoted.quote, options, quoted.stale)}
        error={errors.deliveryMethod?.message}
        shopAddress={terms?.address ?? 'our shop'}
      />
      <PaymentSection
        options={shown?.paymentOptions}
        chosen={chosen.payment}
        onChoose={(method) => form.setValue('paymentMethod', method)}
        isPickup={isPickup}
        replaced={replacedPayment(quoted.quote, options, quoted.stale)}
        error={errors.paymentMethod?.message}
      />
      <CustomerNote form={form} />
    </section>
  )
}

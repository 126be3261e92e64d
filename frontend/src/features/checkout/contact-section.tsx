import { useWatch } from 'react-hook-form'
import type { Address } from '@/api/types'
import { MAX_ADDRESSES } from '@/features/addresses/queries'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { CheckoutSection } from './checkout-section'
import { SavedAddressChoice } from './saved-address-choice'
import { ShippingFields } from './shipping-fields'
import { isInParts } from './shipping-rules'
import type { ShippingValues } from './shipping-values'
import type { AddressChoice } from './use-address-choice'
import type { ShippingForm } from './use-shipping-form'

/** Offers to save the typed address. */
function KeepAddress({ form }: { form: ShippingForm }) {
  return (
    <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={useWatch({ control: form.control, name: 'keep' }) !== ''}
        onChange={(event) => form.setValue('keep', event.target.checked ? 'yes' : '')}
        className="size-5 flex-none accent-lotus"
      />
      Save this address for next time
    </label>
  )
}

function Waiting() {
  return (
    <LoadingRegion label="Loading your addresses...">
      <Skeleton className="h-36 w-full rounded-input" />
    </LoadingRegion>
  )
}

function Fields({
  form,
  isPickup,
  needsDistrict,
  mayKeep,
}: Omit<ContactProps, 'choice'> & { mayKeep: boolean }) {
  const hasParts = useWatch({
    control: form.control,
    compute: (values: ShippingValues) => isInParts(values, { needsDistrict: false }),
  })
  return (
    <>
      <ShippingFields form={form} inParts={needsDistrict || hasParts} isPickup={isPickup} />
      {mayKeep && !isPickup && <KeepAddress form={form} />}
    </>
  )
}

type ContactProps = {
  form: ShippingForm
  choice: AddressChoice
  isPickup: boolean
  needsDistrict: boolean
}

const isRoom = (addresses: readonly Address[]): boolean => addresses.length < MAX_ADDRESSES

/** Who receives the order, and where. */
export function ContactSection({ choice, ...fields }: ContactProps) {
  const { addresses, chosen, waiting, mayKeep, choose } = choice
  return (
    <CheckoutSection title="Contact & address">
      {waiting ? (
        <Waiting />
      ) : (
        <>
          {addresses.length > 0 && (
            <SavedAddressChoice addresses={addresses} chosen={chosen} onChoose={choose} />
          )}
          {chosen === null && (
            <div className={addresses.length > 0 ? 'mt-5' : undefined}>
              <Fields {...fields} mayKeep={mayKeep && isRoom(addresses)} />
            </div>
          )}
        </>
      )}
    </CheckoutSection>
  )
}

import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { NameField, PhoneField, PlaceFields } from '@/features/addresses/address-fields'
import { AddressText } from '@/features/addresses/address-text'
import { MAX_ADDRESSES } from '@/features/addresses/queries'
import { Button } from '@/ui/button'
import { Choice, Choices } from '@/ui/choice'
import { TextareaField } from '@/ui/field'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { CheckoutSection } from './checkout-section'
import { isInParts } from './shipping-rules'
import type { ShippingValues } from './shipping-values'
import { type AddressChoice, TYPED } from './use-address-choice'
import type { ShippingForm } from './use-shipping-form'

/** More addresses than these are behind a button. */
const SHOWN = 3

/** The customer's saved addresses, and another one. */
function SavedAddresses({ choice: { addresses, chosen, choose } }: { choice: AddressChoice }) {
  const [all, setAll] = useState(false)
  const first = addresses.filter((address, place) => place < SHOWN || address === chosen)
  const shown = all ? addresses : first
  return (
    <>
      <Choices legend="Deliver to">
        {shown.map((address) => (
          <Choice
            key={address.addressId}
            name="saved-address"
            value={address.addressId}
            checked={address === chosen}
            onChoose={choose}
            label={<AddressText address={address} />}
          />
        ))}
        <Choice
          name="saved-address"
          value={TYPED}
          checked={chosen === null}
          onChoose={choose}
          label="Use another address"
        />
      </Choices>
      {shown.length < addresses.length && (
        <Button variant="quiet" size="sm" className="mt-1" onClick={() => setAll(true)}>
          Show all {addresses.length} addresses
        </Button>
      )}
    </>
  )
}

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

type ContactProps = {
  form: ShippingForm
  choice: AddressChoice
  /** The order is fetched: no address is needed. */
  isPickup: boolean
  needsDistrict: boolean
}

/** Full Name, Shipping Address and Phone Number, then city and district; with autocomplete and input modes. */
function TypedAddress({ form, choice, isPickup, needsDistrict }: ContactProps) {
  const { control, register, formState, watch } = form
  const { errors } = formState
  const hasParts = useWatch({
    control,
    compute: (values: ShippingValues) => isInParts(values, { needsDistrict: false }),
  })
  // The address is sent in its parts: city and district are required.
  const inParts = needsDistrict || hasParts
  const field = (name: 'name' | 'phone' | 'city' | 'postalCode' | 'district') => ({
    ...register(name),
    error: errors[name]?.message,
  })
  return (
    <>
      <div className="flex flex-col gap-4">
        <NameField {...field('name')} />
        <TextareaField
          label="Shipping Address"
          optional={isPickup}
          rows={3}
          autoComplete="shipping street-address"
          hint={
            inParts
              ? 'House number and street'
              : 'House number and street, with the city unless it is given below'
          }
          error={errors.address?.message}
          {...register('address')}
        />
        <PlaceFields
          city={field('city')}
          postalCode={field('postalCode')}
          district={field('district')}
          chosen={watch('district')}
          optional={!inParts || isPickup}
        />
        <PhoneField
          {...field('phone')}
          hint={isPickup ? 'For a call about your order only' : 'For the courier only'}
        />
      </div>
      {choice.mayKeep && choice.addresses.length < MAX_ADDRESSES && !isPickup && <KeepAddress form={form} />}
    </>
  )
}

/** Who receives the order, and where. */
export function ContactSection(props: ContactProps) {
  const { addresses, chosen, waiting } = props.choice
  const hasSaved = addresses.length > 0
  return (
    <CheckoutSection title="Contact & address">
      {waiting ? (
        <LoadingRegion label="Loading your addresses...">
          <Skeleton className="h-36 w-full rounded-input" />
        </LoadingRegion>
      ) : (
        <>
          {hasSaved && <SavedAddresses choice={props.choice} />}
          {chosen === null && (
            <div className={hasSaved ? 'mt-5' : undefined}>
              <TypedAddress {...props} />
            </div>
          )}
        </>
      )}
    </CheckoutSection>
  )
}

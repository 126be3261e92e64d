import { DistrictField } from '@/features/addresses/district-field'
import { TextareaField, TextField } from '@/ui/field'
import type { ShippingForm } from './use-shipping-form'

type FieldsProps = {
  form: ShippingForm
  /** The address is sent in its parts: city and district are required. */
  inParts: boolean
  /** The order is fetched: no address is needed. */
  isPickup: boolean
}

function AddressParts({ form, inParts }: Pick<FieldsProps, 'form' | 'inParts'>) {
  const { register, formState, watch } = form
  const { errors } = formState
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="City"
          optional={!inParts}
          autoComplete="shipping address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
        <TextField
          label="Postal code"
          optional
          inputMode="numeric"
          autoComplete="shipping postal-code"
          error={errors.postalCode?.message}
          {...register('postalCode')}
        />
      </div>
      <DistrictField
        label="District"
        optional={!inParts}
        chosen={watch('district')}
        error={errors.district?.message}
        {...register('district')}
      />
    </>
  )
}

/** Full Name, Shipping Address and Phone Number, then city and district; with autocomplete and input modes. */
export function ShippingFields({ form, inParts, isPickup }: FieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Full Name"
        autoComplete="shipping name"
        error={errors.name?.message}
        {...register('name')}
      />
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
      <AddressParts form={form} inParts={inParts && !isPickup} />
      <TextField
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
        hint={isPickup ? 'For a call about your order only' : 'For the courier only'}
        error={errors.phone?.message}
        {...register('phone')}
      />
    </div>
  )
}

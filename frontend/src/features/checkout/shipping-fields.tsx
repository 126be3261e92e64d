import { NameField, PhoneField, PlaceFields } from '@/features/addresses/address-fields'
import { TextareaField } from '@/ui/field'
import type { ShippingForm } from './use-shipping-form'

type FieldsProps = {
  form: ShippingForm
  /** The address is sent in its parts: city and district are required. */
  inParts: boolean
  /** The order is fetched: no address is needed. */
  isPickup: boolean
}

/** Full Name, Shipping Address and Phone Number, then city and district; with autocomplete and input modes. */
export function ShippingFields({ form, inParts, isPickup }: FieldsProps) {
  const { register, formState, watch } = form
  const { errors } = formState
  const field = (name: 'name' | 'phone' | 'city' | 'postalCode' | 'district') => ({
    ...register(name),
    error: errors[name]?.message,
  })
  return (
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
  )
}

import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextField } from '@/ui/field'
import type { AddressValues } from './address-rules'
import { NameField, PhoneField, PlaceFields } from './common-fields'

/** The fields of a saved address. */
export function AddressFields({
  register,
  errors,
  district,
}: {
  register: UseFormRegister<AddressValues>
  errors: FieldErrors<AddressValues>
  district: string
}) {
  const field = (name: keyof AddressValues) => ({ ...register(name), error: errors[name]?.message })
  return (
    <>
      <TextField
        label="Label"
        optional
        hint="Your name for it, such as Home or Office"
        autoComplete="off"
        {...field('label')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField {...field('name')} />
        <PhoneField {...field('phone')} />
      </div>
      <TextField label="House and street" autoComplete="shipping address-line1" {...field('line1')} />
      <TextField
        label="Apartment, floor or landmark"
        optional
        autoComplete="shipping address-line2"
        {...field('line2')}
      />
      <PlaceFields
        city={field('city')}
        postalCode={field('postalCode')}
        district={field('district')}
        chosen={district}
      />
    </>
  )
}

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
  const common = { register, errors }
  return (
    <>
      <TextField
        label="Label"
        optional
        hint="Your name for it, such as Home or Office"
        autoComplete="off"
        error={errors.label?.message}
        {...register('label')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField {...common} />
        <PhoneField {...common} />
      </div>
      <TextField
        label="House and street"
        autoComplete="shipping address-line1"
        error={errors.line1?.message}
        {...register('line1')}
      />
      <TextField
        label="Apartment, floor or landmark"
        optional
        autoComplete="shipping address-line2"
        error={errors.line2?.message}
        {...register('line2')}
      />
      <PlaceFields {...common} district={district} />
    </>
  )
}

import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextField } from '@/ui/field'
import type { AddressValues } from './address-rules'
import { DistrictField } from './district-field'

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
        <TextField
          label="Full Name"
          autoComplete="shipping name"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="shipping tel"
          error={errors.phone?.message}
          {...register('phone')}
        />
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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="City"
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
        chosen={district}
        error={errors.district?.message}
        {...register('district')}
      />
    </>
  )
}

// The fields that a saved address and the checkout have in common.
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '@/ui/field'
import { DistrictField } from './district-field'

type Name = 'name' | 'phone' | 'city' | 'postalCode' | 'district'

type FieldsProps = {
  register: (name: Name) => UseFormRegisterReturn
  errors: Partial<Record<Name, { message?: string | undefined } | undefined>>
}

export function NameField({ register, errors }: FieldsProps) {
  return (
    <TextField
      label="Full Name"
      autoComplete="shipping name"
      error={errors.name?.message}
      {...register('name')}
    />
  )
}

export function PhoneField({ register, errors, hint }: FieldsProps & { hint?: string }) {
  return (
    <TextField
      label="Phone Number"
      type="tel"
      inputMode="tel"
      autoComplete="shipping tel"
      hint={hint}
      error={errors.phone?.message}
      {...register('phone')}
    />
  )
}

/** City, postal code and district. */
export function PlaceFields({
  register,
  errors,
  district,
  optional = false,
}: FieldsProps & {
  /** The chosen one. */
  district: string
  /** City and district may be absent, as the postal code always may. */
  optional?: boolean
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="City"
          optional={optional}
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
        optional={optional}
        chosen={district}
        error={errors.district?.message}
        {...register('district')}
      />
    </>
  )
}

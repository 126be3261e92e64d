import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextareaField, TextField } from '@/ui/field'
import type { ShippingValues } from './shipping-rules'

/** Full Name, Shipping Address and Phone Number, with autocomplete and input modes. */
export function ShippingFields({
  register,
  errors,
}: {
  register: UseFormRegister<ShippingValues>
  errors: FieldErrors<ShippingValues>
}) {
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
        rows={3}
        autoComplete="shipping street-address"
        hint="House number, street, city and postal code"
        error={errors.address?.message}
        {...register('address')}
      />
      <TextField
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
        hint="For the courier only"
        error={errors.phone?.message}
        {...register('phone')}
      />
    </div>
  )
}

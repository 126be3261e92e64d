// The fields that a saved address and the checkout have in common. A form focuses the first fault in the order in which its fields are
// registered, so the form registers them, in the order in which they are shown.
import { type FormField, TextField } from '@/ui/field'
import { DistrictField } from './district-field'

export function NameField(field: FormField) {
  return <TextField label="Full Name" autoComplete="shipping name" {...field} />
}

export function PhoneField(field: FormField & { hint?: string }) {
  return <TextField label="Phone Number" type="tel" inputMode="tel" autoComplete="shipping tel" {...field} />
}

/** City, postal code and district. */
export function PlaceFields({
  city,
  postalCode,
  district,
  chosen,
  optional = false,
}: {
  city: FormField
  postalCode: FormField
  district: FormField
  /** The chosen district. */
  chosen: string
  /** City and district may be absent, as the postal code always may. */
  optional?: boolean
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="City" optional={optional} autoComplete="shipping address-level2" {...city} />
        <TextField
          label="Postal code"
          optional
          inputMode="numeric"
          autoComplete="shipping postal-code"
          {...postalCode}
        />
      </div>
      <DistrictField label="District" optional={optional} chosen={chosen} {...district} />
    </>
  )
}

// The fields of an address, for the address book and the checkout. A form focuses the first fault in the order in which its fields are
// registered, so the form registers them, in the order in which they are shown.
import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { shopTermsQuery } from '@/api/shop-terms'
import { type FieldProps, type FormField, TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import type { AddressValues } from './address-rules'

type DistrictFieldProps = FieldProps & Omit<ComponentPropsWithRef<'select'>, 'children'>

/**
 * The districts that the shop lists. While they load, the chosen one is the only choice. Without an answer the hint offers another
 * try.
 */
function DistrictField({ chosen, hint, ...props }: DistrictFieldProps & { chosen: string }) {
  const { data, isError, refetch } = useQuery(shopTermsQuery())
  const listed = data?.districts ?? []
  const names = chosen === '' || listed.includes(chosen) ? listed : [chosen, ...listed]
  const options = [
    { value: '', label: 'Choose a district' },
    ...names.map((name) => ({ value: name, label: name })),
  ]
  const failed = (
    <>
      The districts could not be loaded.{' '}
      <button type="button" className="font-semibold text-lotus underline" onClick={() => void refetch()}>
        Try again
      </button>
    </>
  )
  // A new key when the list arrives: the element then shows the value that the form has.
  return (
    <SelectField
      key={listed.length}
      autoComplete="shipping address-level1"
      {...props}
      hint={isError && data === undefined ? failed : hint}
      options={options}
    />
  )
}

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

/** The fields of a saved address. */
export function AddressFields({
  field,
  district,
}: {
  field: (name: keyof AddressValues) => FormField
  district: string
}) {
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

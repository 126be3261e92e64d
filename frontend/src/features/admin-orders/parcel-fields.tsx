import type { ChangeEvent } from 'react'
import { maxLength } from '@/lib/limits'
import { TextField } from '@/ui/field'

export type Parcel = { courier: string; trackingNumber: string; trackingUrl: string }

export const NO_PARCEL: Parcel = { courier: '', trackingNumber: '', trackingUrl: '' }

/** The fields that are filled in. */
export const parcelBody = (parcel: Parcel): Partial<Parcel> =>
  Object.fromEntries(Object.entries(parcel).filter(([, text]) => text.trim() !== ''))

export type ParcelFieldsProps = {
  parcel: Parcel
  onChange: (parcel: Parcel) => void
  /** The server's sentences, by field. */
  errors: Readonly<Record<string, string | undefined>>
  /** Only this field: several parcels share a courier, but no number. */
  only?: 'courier'
}

/** Courier and tracking of a parcel that is handed over. */
export function ParcelFields({ parcel, onChange, errors, only }: ParcelFieldsProps) {
  const field = (name: keyof Parcel) => ({
    optional: true,
    autoComplete: 'off',
    value: parcel[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...parcel, [name]: event.target.value }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Courier" maxLength={maxLength('courierLength')} {...field('courier')} />
      {only === undefined && (
        <>
          <TextField
            label="Tracking number"
            maxLength={maxLength('trackingNumberLength')}
            {...field('trackingNumber')}
          />
          <TextField
            label="Tracking link"
            type="url"
            inputMode="url"
            hint="Begins with https://. The customer gets it."
            fieldClassName="sm:col-span-2"
            {...field('trackingUrl')}
          />
        </>
      )}
    </div>
  )
}

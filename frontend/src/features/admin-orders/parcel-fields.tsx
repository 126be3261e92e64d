import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { maxLength } from '@/lib/limits'
import { trackingLink } from '@/lib/tracking-link'
import { TextField } from '@/ui/field'
import { CourierField } from './courier-field'
import { couriersQuery, lastCourier, rememberCourier } from './couriers'

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
  /** The parcel is known already: no courier is chosen for it. */
  isCorrection?: boolean
}

type Couriers = readonly { name: string; trackingUrl: string }[]

/** The link of a parcel by the template of its courier; '' where there is none. */
function linkOf(couriers: Couriers, { courier, trackingNumber }: Parcel): string {
  const template = couriers.find(({ name }) => name === courier)?.trackingUrl
  return template === undefined ? '' : trackingLink(template, trackingNumber)
}

/** The parcel with the link by its courier's template, unless another link was typed. */
export function withLink(couriers: Couriers, before: Parcel, after: Parcel): Parcel {
  const isOwn = before.trackingUrl !== '' && before.trackingUrl !== linkOf(couriers, before)
  return isOwn ? after : { ...after, trackingUrl: linkOf(couriers, after) }
}

/** Begins a parcel without a courier with the one that was chosen last, if the shop still has it. */
function useLastCourier(couriers: Couriers | undefined, parcel: Parcel, choose: (name: string) => void) {
  const prefill = useEffectEvent(() => {
    const name = lastCourier()
    if (parcel.courier === '' && couriers?.some((courier) => courier.name === name)) choose(name)
  })
  const areKnown = couriers !== undefined
  useEffect(() => {
    if (areKnown) prefill()
  }, [areKnown])
}

/** Courier and tracking of a parcel that is handed over. */
export function ParcelFields({ parcel, onChange, errors, only, isCorrection = false }: ParcelFieldsProps) {
  const { data: couriers } = useQuery(couriersQuery())
  const change = (part: Partial<Parcel>) => onChange(withLink(couriers ?? [], parcel, { ...parcel, ...part }))
  useLastCourier(isCorrection ? undefined : couriers, parcel, (courier) => change({ courier }))
  const field = (name: keyof Parcel) => ({
    optional: true,
    autoComplete: 'off',
    value: parcel[name],
    error: errors[name],
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CourierField
        names={(couriers ?? []).map(({ name }) => name)}
        value={parcel.courier}
        error={errors.courier}
        onChange={(courier) => {
          rememberCourier(courier)
          change({ courier })
        }}
      />
      {only === undefined && (
        <>
          <TextField
            label="Tracking number"
            maxLength={maxLength('trackingNumberLength')}
            {...field('trackingNumber')}
            onChange={(event) => change({ trackingNumber: event.target.value })}
          />
          <TextField
            label="Tracking link"
            type="url"
            inputMode="url"
            hint="Begins with https://. The customer gets it."
            fieldClassName="sm:col-span-2"
            {...field('trackingUrl')}
            onChange={(event) => onChange({ ...parcel, trackingUrl: event.target.value })}
          />
        </>
      )}
    </div>
  )
}

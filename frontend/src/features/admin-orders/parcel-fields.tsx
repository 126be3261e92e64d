import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, unwrap } from '@/api/client'
import { maxLength } from '@/lib/limits'
import { trackingLink } from '@/lib/tracking-link'
import { TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'

/** The couriers with the templates of their tracking pages. Saving the settings refetches them. */
const couriersQuery = () =>
  queryOptions({
    queryKey: ['settings', 'couriers'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/couriers', { signal })),
  })

const KEY = 'last-courier'

/** The name of the last chosen courier; '' without one. */
function lastCourier(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function rememberCourier(name: string): void {
  try {
    localStorage.setItem(KEY, name)
  } catch {
    // Local storage is not available: the next parcel begins without a courier.
  }
}

/** The value of the choice that opens the text field; no courier has a name of one space. */
const ANOTHER = ' '

type CourierFieldProps = {
  /** The names of the configured couriers. */
  names: readonly string[]
  value: string
  error: string | undefined
  onChange: (name: string) => void
}

/** The courier of a parcel: one of the shop's, or another one by name. Without configured couriers it is a text field. */
function CourierField({ names, value, error, onChange }: CourierFieldProps) {
  const [another, setAnother] = useState(false)
  const isListed = value === '' || names.includes(value)
  const isTyped = another || !isListed
  const text = (label: string) => (
    <TextField
      label={label}
      optional
      autoComplete="off"
      maxLength={maxLength('courierLength')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  if (names.length === 0) return text('Courier')
  return (
    <div className="grid gap-4">
      <SelectField
        label="Courier"
        optional
        value={isTyped ? ANOTHER : value}
        error={isTyped ? undefined : error}
        options={[
          { value: '', label: 'None' },
          ...names.map((name) => ({ value: name, label: name })),
          { value: ANOTHER, label: 'Another courier' },
        ]}
        onChange={(event) => {
          const chosen = event.target.value
          setAnother(chosen === ANOTHER)
          onChange(chosen === ANOTHER ? '' : chosen)
        }}
      />
      {isTyped && text("The courier's name")}
    </div>
  )
}

export type Parcel = { courier: string; trackingNumber: string; trackingUrl: string }

export const NO_PARCEL: Parcel = { courier: '', trackingNumber: '', trackingUrl: '' }

/** The fields that are filled in. */
export const parcelBody = (parcel: Parcel): Partial<Parcel> =>
  Object.fromEntries(Object.entries(parcel).filter(([, text]) => text.trim() !== ''))

type ParcelFieldsProps = {
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

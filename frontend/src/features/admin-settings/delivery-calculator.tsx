import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import type { DeliveryPreview } from '@/api/types'
import { formatDay } from '@/lib/date'
import { formatMoney } from '@/lib/money'
import { useDebounced } from '@/lib/use-debounced'
import { bindTexts } from '@/ui/admin/bind-texts'
import { AmountControl, IntegerControl, SelectControl } from '@/ui/admin/controls'
import { amountError, integerError } from '@/ui/admin/field-checks'
import { type FieldErrors, hasErrors } from '@/ui/admin/field-errors'
import { Panel } from '@/ui/panel'
import { type DeliveryValues, REST, tidied, updateOf } from './delivery-form'
import { checkDelivery } from './delivery-rules'
import { settingsQueries } from './queries'

/** The heaviest parcel that the server tries, in grams. */
const MAX_GRAMS = 10_000_000
const PAUSE_MS = 400

type Parcel = { district: string; grams: string; value: string }

function parcelErrors({ grams, value }: Parcel): FieldErrors {
  const errors = { grams: integerError(grams, 0, MAX_GRAMS), value: amountError(value) }
  return Object.fromEntries(Object.entries(errors).filter(([, sentence]) => sentence !== null)) as FieldErrors
}

const days = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

type Option = DeliveryPreview['deliveryOptions'][number]

function OptionRow({ option }: { option: Option }) {
  const isWaived = option.discount > 0
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <span>
        <span className="font-medium">{option.label}</span>
        <span className="block text-sm text-cocoa">{days(option.estimatedFrom, option.estimatedTo)}</span>
      </span>
      <span className="font-semibold tabular-nums">
        {isWaived || option.charge === 0 ? 'Free' : formatMoney(option.charge)}
        {isWaived && (
          <span className="ms-2 font-normal text-cocoa text-sm">instead of {formatMoney(option.charge)}</span>
        )}
      </span>
    </li>
  )
}

/** `district` is null where a zone says nothing: the shop has none, or the parcel has no district. */
function Answer({
  found,
  district,
  stale,
}: {
  found: DeliveryPreview
  district: string | null
  stale: boolean
}) {
  const zone = found.zone === REST ? 'one of all other districts' : `in the zone ${found.zone}`
  return (
    <div aria-busy={stale}>
      {district !== null && (
        <p className="text-sm text-cocoa">
          {district} is {zone}.
        </p>
      )}
      {found.deliveryOptions.length === 0 ? (
        <p className="py-3 font-medium">Nothing is delivered there.</p>
      ) : (
        <ul className="divide-y divide-line">
          {found.deliveryOptions.map((option) => (
            <OptionRow key={option.method} option={option} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Asks the server for the options of a parcel by the settings in the form, once both have stood still. */
function Options({ parcel, values }: { parcel: Parcel; values: DeliveryValues }) {
  const body = {
    ...(parcel.district !== '' && { district: parcel.district }),
    grams: Number(parcel.grams),
    value: Number(parcel.value),
    // The version is not compared.
    settings: updateOf(tidied(values), 0),
  }
  const typed = JSON.stringify(body)
  const settled = useDebounced(typed, PAUSE_MS)
  const { data, error, isPlaceholderData } = useQuery({
    ...settingsQueries.preview(JSON.parse(settled) as typeof body),
    placeholderData: keepPreviousData,
  })
  if (error !== null) {
    const named = Object.values(firstFieldErrors(error))
    return (
      <p role="alert" className="font-medium text-error">
        {messageOf(error)} {named.join('. ')}
      </p>
    )
  }
  if (data === undefined) return <p className="text-cocoa">Working it out...</p>
  const hasZone = parcel.district !== '' && values.area.zones.length > 0
  return (
    <Answer
      found={data}
      district={hasZone ? parcel.district : null}
      stale={isPlaceholderData || settled !== typed}
    />
  )
}

/** What a parcel would cost by the settings as they are in the form, before they are saved. */
export function DeliveryCalculator({
  values,
  districts,
}: {
  values: DeliveryValues
  districts: readonly string[]
}) {
  const [parcel, setParcel] = useState<Parcel>({ district: 'Colombo', grams: '500', value: '5000' })
  const errors = parcelErrors(parcel)
  const field = bindTexts(parcel, errors, (part) => setParcel({ ...parcel, ...part }))
  return (
    <Panel
      title="What would a parcel cost?"
      intro="The server works it out from what is in this form, saved or not, for an order placed now."
    >
      <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-1">
        <SelectControl
          label="To"
          options={[
            ...districts.map((district) => ({ value: district, label: district })),
            { value: '', label: 'An address without a district' },
          ]}
          {...field('district')}
        />
        <IntegerControl label="Weight (g)" {...field('grams')} />
        <AmountControl label="Goods (LKR)" {...field('value')} />
      </div>
      <div className="mt-5 border-t border-line pt-4" aria-live="polite">
        {hasErrors(errors) ? (
          <p className="text-cocoa">Enter weight and value of the parcel.</p>
        ) : hasErrors(checkDelivery(tidied(values))) ? (
          <p className="text-cocoa">The rates are not complete yet. The answer comes when they are.</p>
        ) : (
          <Options parcel={parcel} values={values} />
        )}
      </div>
    </Panel>
  )
}

import { ChevronDown, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { AddButton, CheckControl, ErrorLine, LineControl } from '@/ui/admin/controls'
import { hasErrorsAt } from '@/ui/admin/field-errors'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Panel } from '@/ui/panel'
import { Select } from '@/ui/select'
import { ZONES_HEADING } from './controls'
import {
  type Area,
  assigned,
  type DeliveryValues,
  describeRate,
  METHODS,
  offered,
  REST,
  rateIndex,
  renamed,
  restOf,
  withoutZone,
  withRate,
  withZone,
  zoneOf,
} from './delivery-form'
import { RateFields } from './rate-fields'
import type { Section } from './section'

/** Moves the focus, whose button is removed with its card. */
const focusHeading = () => document.getElementById(ZONES_HEADING)?.focus()

type CardProps = {
  section: Section<DeliveryValues>
  /** The zone's key. */
  zone: string
  title: string
  /** The place in the list of zones; −1 for the zone `rest`. */
  index: number
  districts: readonly string[]
}

function Rates({ section, zone, title }: CardProps) {
  const { values, errors, edit } = section
  const { area, methods } = values
  const change = (next: Area, path?: string) => edit({ area: next }, path)
  const shown = METHODS.filter(
    ({ method }) =>
      methods.includes(method) || hasErrorsAt(errors, `rates[${rateIndex(area, zone, method)}]`),
  )
  return (
    <div className="divide-y divide-line border-t border-line">
      {shown.map(({ method, label }) => {
        const index = rateIndex(area, zone, method)
        const rate = area.rates[index]
        const path = `rates[${index}]`
        return (
          <fieldset key={method} className="min-w-0 py-4 last:pb-0">
            <legend className="sr-only">
              {title}: {label}
            </legend>
            <CheckControl
              label={label}
              {...(rate === undefined && { hint: 'Not offered here.' })}
              checked={rate !== undefined}
              onChange={(on) => change(offered(area, zone, method, on), 'rates')}
            />
            {rate !== undefined && (
              <div className="pt-2 sm:ps-8">
                <ErrorLine error={errors[`${path}.zone`]} />
                <ErrorLine error={errors[`${path}.method`]} />
                <RateFields
                  rate={rate}
                  path={path}
                  errors={errors}
                  onChange={(part, at) => change(withRate(area, index, part), at)}
                />
              </div>
            )}
          </fieldset>
        )
      })}
    </div>
  )
}

/** The rates in words, of a zone whose card is closed. */
function Summary({ section: { values }, zone }: CardProps) {
  const { area, methods } = values
  const rates = area.rates.filter((rate) => rate.zone === zone && methods.includes(rate.method))
  if (rates.length === 0) return <p className="text-cocoa">Nothing is delivered here.</p>
  return (
    <ul className="grid gap-1">
      {rates.map((rate) => (
        <li key={rate.method}>{describeRate(rate)}</li>
      ))}
    </ul>
  )
}

/** Whether an error is in a zone or in one of its rates. */
function hasErrorIn({ section: { values, errors }, zone, index }: CardProps): boolean {
  const ofRates = values.area.rates.some(
    (rate, place) => rate.zone === zone && hasErrorsAt(errors, `rates[${place}]`),
  )
  return ofRates || hasErrorsAt(errors, `zones[${index}]`)
}

/** A zone: its name, its districts, and the rate of each method. Closed, it says the rates in words. */
function ZoneCard(props: CardProps & { startsOpen: boolean }) {
  const { section, zone, title, index, districts, startsOpen } = props
  const { values, errors, edit } = section
  const [wanted, setWanted] = useState(startsOpen)
  const id = useId()
  const path = `zones[${index}]`
  const open = wanted || hasErrorIn(props)
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-input border border-line p-4 sm:p-5">
      {/* On phones the districts take the whole width, below the name and the button. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 max-sm:gap-y-2 sm:grid-rows-[auto_1fr]">
        <h3 id={id} className="font-semibold text-subheading max-sm:self-center">
          {title}
        </h3>
        <p className="text-cocoa text-sm max-sm:col-span-2">
          {districts.length === 0 ? 'No district yet.' : districts.join(', ')}
        </p>
        <Button
          variant="secondary"
          size="sm"
          className="col-start-2 row-start-1 self-start sm:row-end-3"
          aria-expanded={open}
          aria-controls={`${id}-rates`}
          onClick={() => setWanted(!open)}
        >
          {open ? 'Close' : 'Edit'}
          <span className="sr-only"> {title}</span>
          <ChevronDown aria-hidden size={18} className={cx('transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
      <ErrorLine error={errors[`${path}.districts`]} />
      <div id={`${id}-rates`} className="grid gap-4">
        {!open && <Summary {...props} />}
        {open && zone !== REST && (
          <div className="flex flex-wrap items-end justify-between gap-3">
            <LineControl
              label="Name"
              error={errors[`${path}.name`]}
              maxLength={100}
              fieldClassName="flex-1 basis-60 max-w-sm"
              value={values.area.zones[index]?.name ?? ''}
              onChange={(name) => edit({ area: renamed(values.area, zone, name) }, `${path}.name`)}
            />
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                edit({ area: withoutZone(values.area, zone) }, '')
                focusHeading()
              }}
            >
              <Trash2 aria-hidden size={18} />
              Remove zone
            </Button>
          </div>
        )}
        {open && <Rates {...props} />}
      </div>
    </section>
  )
}

/** The zone of each district: a district has exactly one. */
function DistrictTable({
  section,
  districts,
}: {
  section: Section<DeliveryValues>
  districts: readonly string[]
}) {
  const { area } = section.values
  const options = [
    ...area.zones.map(({ key, name }) => ({ value: key, label: name.trim() || 'Zone without a name' })),
    { value: REST, label: 'All other districts' },
  ]
  return (
    // In some browsers another display removes the roles of a table.
    <table role="table" className="block w-full">
      <caption className="sr-only">The zone of each district</caption>
      <thead className="sr-only">
        <tr role="row">
          <th role="columnheader" scope="col">
            District
          </th>
          <th role="columnheader" scope="col">
            Zone
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-x-8 gap-y-1 md:grid-cols-2 2xl:grid-cols-3">
        {districts.map((district) => (
          <tr
            key={district}
            role="row"
            className="grid grid-cols-[6.75rem_minmax(0,1fr)] items-center gap-2 border-b border-line py-1.5"
          >
            <th role="rowheader" scope="row" className="text-start font-medium">
              {district}
            </th>
            <td role="cell" className="min-w-0">
              <Select
                aria-label={`Zone of ${district}`}
                className="ps-3"
                value={zoneOf(area, district)}
                options={options}
                onChange={(event) =>
                  section.edit({ area: assigned(area, district, event.target.value, districts) }, 'zones')
                }
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Props = { section: Section<DeliveryValues>; districts: readonly string[] }

/** The most zones: one for each district. */
const MAX_ZONES = 25

/** Zones with their rates, and the table of districts. */
export function DeliveryZones({ section, districts }: Props) {
  const { area } = section.values
  const hasZones = area.zones.length > 0
  const rest = restOf(area, districts)
  return (
    <>
      <Panel
        title="Zones and rates"
        headingId={ZONES_HEADING}
        intro="Districts with the same rates are a zone. A method without a rate in a zone is not offered there."
        action={
          area.zones.length < MAX_ZONES && (
            <AddButton onClick={() => section.edit({ area: withZone(area) }, '')}>Add a zone</AddButton>
          )
        }
      >
        <div className="grid gap-4">
          {area.zones.map(({ key, name, districts: own }, index) => (
            <ZoneCard
              key={key}
              section={section}
              zone={key}
              index={index}
              title={name.trim() || 'New zone'}
              districts={own}
              startsOpen={name === ''}
            />
          ))}
          <ZoneCard
            section={section}
            zone={REST}
            index={-1}
            startsOpen={!hasZones}
            title={hasZones ? 'All other districts' : 'All districts'}
            districts={
              hasZones ? [...rest, 'orders without a district'] : ['The same rates in the whole country']
            }
          />
        </div>
      </Panel>
      {hasZones && (
        <Panel title="Districts" intro="The zone of each of the 25 districts.">
          <DistrictTable section={section} districts={districts} />
        </Panel>
      )}
    </>
  )
}

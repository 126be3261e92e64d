import { Plus } from 'lucide-react'
import { Button } from '@/ui/button'
import { Panel, ZONES_HEADING } from './controls'
import { restOf, withZone } from './delivery-area'
import { type DeliveryValues, REST } from './delivery-form'
import { DistrictTable } from './district-table'
import type { Section } from './use-section'
import { ZoneCard } from './zone-card'

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
            <Button variant="secondary" size="sm" onClick={() => section.edit({ area: withZone(area) }, '')}>
              <Plus aria-hidden size={18} />
              Add a zone
            </Button>
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

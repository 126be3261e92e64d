import { Select } from '@/ui/select'
import { assigned, zoneOf } from './delivery-area'
import { type DeliveryValues, REST } from './delivery-form'
import type { Section } from './use-section'

/** The zone of each district: a district has exactly one. */
export function DistrictTable({
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

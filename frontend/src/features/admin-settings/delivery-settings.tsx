import { useQuery } from '@tanstack/react-query'
import type { DeliverySettings as Data } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatDay } from '@/lib/date'
import { useUnsavedChanges } from '@/ui/admin/use-unsaved-changes'
import { Panel } from './controls'
import { CourierFields } from './courier-fields'
import { DeliveryCalculator } from './delivery-calculator'
import { DeliveryDays } from './delivery-days'
import { type DeliveryValues, methodLabel, tidied, updateOf, valuesOf } from './delivery-form'
import { DeliveryMethods } from './delivery-methods'
import { checkDelivery } from './delivery-rules'
import { DeliveryZones } from './delivery-zones'
import { describeZones } from './describe-delivery'
import { settingsQueries, useSaveDelivery } from './queries'
import { SectionForm } from './section-form'
import { Loaded, type ShopFacts, WithShop } from './section-loader'
import { type SectionSpec, useSection } from './use-section'

const SPEC: SectionSpec<DeliveryValues, Data, ReturnType<typeof updateOf>> = {
  id: 'delivery',
  valuesOf,
  updateOf,
  check: checkDelivery,
  tidied,
  fields: [
    { name: 'methods', label: 'Methods', read: ({ methods }) => methods.map(methodLabel).join(', ') },
    { name: 'defaultMethod', label: 'Chosen at first', read: (values) => methodLabel(values.defaultMethod) },
    { name: 'area', label: 'Zones and rates', read: describeZones },
    { name: 'holidays', label: 'Holidays', read: ({ holidays }) => holidays.map(formatDay).join(', ') },
    { name: 'cutOff', label: 'Orders until', read: ({ cutOff }) => cutOff },
    {
      name: 'couriers',
      label: 'Couriers',
      read: ({ couriers }) => couriers.map(({ name, trackingUrl }) => `${name} ${trackingUrl}`).join(', '),
    },
  ],
}

function DeliveryForm({ data, shop }: { data: Data; shop: ShopFacts }) {
  const saving = useConfirmed(useSaveDelivery())
  const { section, ...state } = useSection(SPEC, data, saving)
  const { dialog } = useUnsavedChanges(state.dirty, 'the delivery settings', state.forget)
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <SectionForm state={state}>
        <DeliveryMethods section={section} address={shop.address} />
        <DeliveryZones section={section} districts={shop.districts} />
        <DeliveryDays section={section} />
        <Panel
          title="Couriers"
          intro="Chosen when a parcel is handed over: the tracking number makes the link that the customer gets. Other couriers or tracking pages ask for your password, and are mailed to all owners."
        >
          <CourierFields section={section} />
        </Panel>
      </SectionForm>
      {dialog}
      {saving.dialog}
      <div className="min-w-0 xl:sticky xl:top-18">
        <DeliveryCalculator values={section.values} districts={shop.districts} />
      </div>
    </div>
  )
}

/** The settings of delivery. */
export function DeliverySettings() {
  const query = useQuery(settingsQueries.delivery())
  return (
    <WithShop>
      {(shop) => <Loaded query={query}>{(data) => <DeliveryForm data={data} shop={shop} />}</Loaded>}
    </WithShop>
  )
}

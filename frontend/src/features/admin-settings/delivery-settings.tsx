import { useQuery } from '@tanstack/react-query'
import { useMailConnected } from '@/api/mail-connection'
import type { DeliverySettings as Data } from '@/api/types'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatDay } from '@/lib/date'
import { isTrackingTemplate, trackingLink } from '@/lib/tracking-link'
import { bindTexts } from '@/ui/admin/bind-texts'
import {
  AddButton,
  CheckControl,
  ErrorLine,
  LineControl,
  RemoveButton,
  SelectControl,
} from '@/ui/admin/controls'
import { useUnsavedChanges } from '@/ui/admin/form-dialog'
import { Panel } from '@/ui/panel'
import { DeliveryCalculator } from './delivery-calculator'
import {
  type CouriersValues,
  type CourierValues,
  type DeliveryValues,
  describeZones,
  METHODS,
  methodLabel,
  tidied,
  updateOf,
  valuesOf,
} from './delivery-form'
import { checkDelivery } from './delivery-rules'
import { DeliveryZones } from './delivery-zones'
import { settingsQueries, useSaveDelivery } from './queries'
import {
  LoadedWithShop,
  type Section,
  SectionForm,
  type SectionSpec,
  type ShopFacts,
  useSection,
} from './section'

/** The most couriers that the server keeps. */
const MAX_COURIERS = 20
const EXAMPLE = 'LK123456'

const hintFor = (template: string): string =>
  isTrackingTemplate(template)
    ? `Parcel ${EXAMPLE}: ${trackingLink(template.trim(), EXAMPLE)}`
    : 'With {number} in the place of the tracking number, as in https://courier.example/track?id={number}'

/** The couriers, one below the other. */
function CourierFields({ section: { values, errors, edit } }: { section: Section<CouriersValues> }) {
  const { couriers } = values
  const fieldsOf = (courier: CourierValues, index: number) =>
    bindTexts(
      courier,
      errors,
      (part, path) =>
        edit({ couriers: couriers.map((one, place) => (place === index ? { ...one, ...part } : one)) }, path),
      `couriers[${index}].`,
    )
  return (
    <div className="grid justify-items-start gap-4">
      {couriers.length === 0 && <p className="text-cocoa">None yet.</p>}
      <ul className="grid w-full divide-y divide-line">
        {couriers.map((courier, index) => {
          const field = fieldsOf(courier, index)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a courier has no name before it is typed
              key={index}
              className="grid grid-cols-[minmax(0,1fr)_2.75rem] items-start gap-x-3 gap-y-4 py-4 first:pt-0 md:grid-cols-[14rem_minmax(0,1fr)_2.75rem]"
            >
              <LineControl label="Courier" maxLength={100} {...field('name')} />
              <RemoveButton
                label={`Remove ${courier.name.trim() || `courier ${index + 1}`}`}
                className="mt-8 md:order-last"
                onClick={() => edit({ couriers: couriers.filter((_, place) => place !== index) }, 'couriers')}
              />
              <LineControl
                label="Tracking page"
                type="url"
                hint={hintFor(courier.trackingUrl)}
                maxLength={500}
                fieldClassName="col-span-2 min-w-0 break-words md:col-span-1"
                {...field('trackingUrl')}
              />
            </li>
          )
        })}
      </ul>
      {couriers.length < MAX_COURIERS && (
        <AddButton onClick={() => edit({ couriers: [...couriers, { name: '', trackingUrl: '' }] })}>
          Add a courier
        </AddButton>
      )}
    </div>
  )
}

/** Cut-off time and holidays. */
function DeliveryDays({ section }: { section: Section<DeliveryValues> }) {
  const { values, errors, edit } = section
  const { holidays } = values
  const setHoliday = (index: number, day: string) =>
    edit({ holidays: holidays.map((one, place) => (place === index ? day : one)) }, `holidays[${index}]`)
  return (
    <Panel
      title="Days and times"
      intro="Working days are Monday to Friday without the holidays. The days that customers see are computed from them."
    >
      <div className="grid gap-6">
        <LineControl
          label="Orders until"
          type="time"
          hint="An order placed later, at a weekend or on a holiday counts as placed on the next working day."
          fieldClassName="max-w-xs"
          {...bindTexts(values, errors, edit)('cutOff')}
        />
        <div className="grid justify-items-start gap-3">
          <h3 className="font-medium">Holidays</h3>
          {holidays.length === 0 && <p className="text-cocoa">None yet.</p>}
          <ul className="grid w-full gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {holidays.map((day, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the days are sorted when they are saved
              <li key={index} className="grid grid-cols-[1fr_2.75rem] items-start gap-2">
                <LineControl
                  label={<span className="sr-only">Holiday {index + 1}</span>}
                  type="date"
                  error={errors[`holidays[${index}]`]}
                  value={day}
                  onChange={(next) => setHoliday(index, next)}
                />
                <RemoveButton
                  label={`Remove holiday ${index + 1}`}
                  className="mt-2"
                  onClick={() =>
                    edit({ holidays: holidays.filter((_, place) => place !== index) }, 'holidays')
                  }
                />
              </li>
            ))}
          </ul>
          <AddButton onClick={() => edit({ holidays: [...holidays, ''] }, 'holidays')}>
            Add a holiday
          </AddButton>
        </div>
      </div>
    </Panel>
  )
}

type Props = { section: Section<DeliveryValues>; address: string }

/** The methods without or with one more, in their order; the default one is always among them. */
function withMethod({ methods, defaultMethod }: DeliveryValues, method: string, on: boolean) {
  const present = METHODS.map((one) => one.method as string).filter((one) =>
    one === method ? on : methods.includes(one),
  )
  return {
    methods: present,
    defaultMethod: present.includes(defaultMethod) ? defaultMethod : (present[0] ?? defaultMethod),
  }
}

const pickupHint = (address: string): string =>
  address === ''
    ? 'Customers fetch the order at your shop. Enter its address under Look, Identity.'
    : `Customers fetch the order at ${address}.`

/** The methods that the shop offers. */
function DeliveryMethods({ section, address }: Props) {
  const { values, errors, edit } = section
  return (
    <Panel title="Methods" intro="How orders reach the customers.">
      <div className="grid gap-4">
        <ErrorLine error={errors.methods} />
        <div className="grid gap-3 md:grid-cols-3">
          {METHODS.map(({ method, label, hint }) => (
            <CheckControl
              key={method}
              label={label}
              hint={method === 'pickup' ? pickupHint(address) : hint}
              checked={values.methods.includes(method)}
              onChange={(on) => edit(withMethod(values, method, on), 'methods')}
            />
          ))}
        </div>
        {values.methods.length > 1 && (
          <SelectControl
            label="Chosen at first"
            hint="The checkout begins with this method, and orders that name none get it."
            fieldClassName="max-w-sm"
            {...bindTexts(values, errors, edit)('defaultMethod')}
            options={values.methods.map((method) => ({ value: method, label: methodLabel(method) }))}
          />
        )}
      </div>
    </Panel>
  )
}

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
  const mails = useMailConnected()
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <SectionForm state={state}>
        <DeliveryMethods section={section} address={shop.address} />
        <DeliveryZones section={section} districts={shop.districts} />
        <DeliveryDays section={section} />
        <Panel
          title="Couriers"
          intro={`Chosen when a parcel is handed over: the tracking number makes the link that the customer gets. Other couriers or tracking pages ask for your password${mails ? ', and are mailed to all owners' : ''}.`}
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
  return (
    <LoadedWithShop query={useQuery(settingsQueries.delivery())}>
      {(data, shop) => <DeliveryForm data={data} shop={shop} />}
    </LoadedWithShop>
  )
}

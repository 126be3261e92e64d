import { Plus, Trash2 } from 'lucide-react'
import { isTrackingTemplate, trackingLink } from '@/lib/tracking-link'
import { Button } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { bindTexts, TextControl } from './controls'
import type { CouriersValues, CourierValues } from './delivery-form'
import type { Section } from './use-section'

/** The most couriers that the server keeps. */
const MAX_COURIERS = 20
const EXAMPLE = 'LK123456'

const hintFor = (template: string): string =>
  isTrackingTemplate(template)
    ? `Parcel ${EXAMPLE}: ${trackingLink(template.trim(), EXAMPLE)}`
    : 'With {number} in the place of the tracking number, as in https://courier.example/track?id={number}'

/** The couriers, one below the other. */
export function CourierFields({ section: { values, errors, edit } }: { section: Section<CouriersValues> }) {
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
              <TextControl label="Courier" maxLength={100} {...field('name')} />
              <IconButton
                icon={Trash2}
                label={`Remove ${courier.name.trim() || `courier ${index + 1}`}`}
                tone="danger"
                className="mt-8 md:order-last"
                onClick={() => edit({ couriers: couriers.filter((_, place) => place !== index) }, 'couriers')}
              />
              <TextControl
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
        <Button
          variant="secondary"
          size="sm"
          onClick={() => edit({ couriers: [...couriers, { name: '', trackingUrl: '' }] })}
        >
          <Plus aria-hidden size={18} />
          Add a courier
        </Button>
      )}
    </div>
  )
}

// The couriers in the form for delivery, their rules, and their conversion from and to the API's types.
import type { DeliverySettings } from '@/api/types'
import { isTrackingTemplate } from '@/lib/tracking-link'
import { type ErrorList, textError } from './field-checks'

export type CourierValues = { name: string; trackingUrl: string }
export type CouriersValues = { couriers: CourierValues[] }

export const couriersOf = ({ couriers }: DeliverySettings): CourierValues[] =>
  couriers.map(({ name, trackingUrl }) => ({ name, trackingUrl }))

export const couriersUpdate = (couriers: readonly CourierValues[]): CourierValues[] =>
  couriers.map(({ name, trackingUrl }) => ({ name: name.trim(), trackingUrl: trackingUrl.trim() }))

export function checkCouriers(couriers: readonly CourierValues[], errors: ErrorList): void {
  couriers.forEach(({ name, trackingUrl }, index) => {
    const path = `couriers[${index}]`
    errors.add(`${path}.name`, textError(name, "the courier's name", 100))
    if (couriers.slice(0, index).some((other) => other.name.trim() === name.trim())) {
      errors.add(`${path}.name`, 'Another courier has this name')
    }
    if (!isTrackingTemplate(trackingUrl)) {
      errors.add(`${path}.trackingUrl`, 'Enter an address that begins with https:// and has {number} once')
    }
  })
}

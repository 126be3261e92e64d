// The couriers in the form for delivery, their rules, and their conversion from and to the API's types.
import type { DeliverySettings } from '@/api/types'
import { isTrackingTemplate } from '@/lib/tracking-link'
import { type FaultList, textFault } from './faults'

export type CourierValues = { name: string; trackingUrl: string }
export type CouriersValues = { couriers: CourierValues[] }

export const couriersOf = ({ couriers }: DeliverySettings): CourierValues[] =>
  couriers.map(({ name, trackingUrl }) => ({ name, trackingUrl }))

export const couriersUpdate = (couriers: readonly CourierValues[]): CourierValues[] =>
  couriers.map(({ name, trackingUrl }) => ({ name: name.trim(), trackingUrl: trackingUrl.trim() }))

export function checkCouriers(couriers: readonly CourierValues[], faults: FaultList): void {
  couriers.forEach(({ name, trackingUrl }, index) => {
    const path = `couriers[${index}]`
    faults.add(`${path}.name`, textFault(name, "the courier's name", 100))
    if (couriers.slice(0, index).some((other) => other.name.trim() === name.trim())) {
      faults.add(`${path}.name`, 'Another courier has this name')
    }
    if (!isTrackingTemplate(trackingUrl)) {
      faults.add(`${path}.trackingUrl`, 'Enter an address that begins with https:// and has {number} once')
    }
  })
}

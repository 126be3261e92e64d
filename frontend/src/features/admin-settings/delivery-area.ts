// Changes of zones and rates: a district has one zone, and a rate belongs to a zone that exists.
import { type DeliveryValues, newRate, type RateValues, REST } from './delivery-form'

export type Area = DeliveryValues['area']

/** The zone of a district. */
export const zoneOf = ({ zones }: Area, district: string): string =>
  zones.find(({ districts }) => districts.includes(district))?.key ?? REST

/** The districts that no zone has. */
export const restOf = ({ zones }: Area, all: readonly string[]): string[] =>
  all.filter((district) => !zones.some(({ districts }) => districts.includes(district)))

/** Moves a district into a zone, out of any other one. */
export const assigned = (area: Area, district: string, key: string, all: readonly string[]): Area => ({
  ...area,
  zones: area.zones.map((zone) => {
    const others = zone.districts.filter((one) => one !== district)
    const has = zone.key === key ? [...others, district] : others
    return { ...zone, districts: all.filter((one) => has.includes(one)) }
  }),
})

/** Adds a zone without districts; its rates begin as copies of those of the zone `rest`. */
export function withZone(area: Area, name = ''): Area {
  const taken = area.zones.map(({ key }) => Number(key.split(' ')[1]))
  const key = `zone ${Math.max(-1, ...taken) + 1}`
  const copies = area.rates.filter(({ zone }) => zone === REST).map((rate) => ({ ...rate, zone: key }))
  return {
    zones: [...area.zones, { key, name, districts: [] }],
    rates: [...area.rates, ...copies],
  }
}

/** Removes a zone and its rates; its districts are those of the zone `rest` then. */
export const withoutZone = (area: Area, key: string): Area => ({
  zones: area.zones.filter((zone) => zone.key !== key),
  rates: area.rates.filter(({ zone }) => zone !== key),
})

export const renamed = (area: Area, key: string, name: string): Area => ({
  ...area,
  zones: area.zones.map((zone) => (zone.key === key ? { ...zone, name } : zone)),
})

/** The place of a rate in the list, which errors name; −1 where the method is not offered in the zone. */
export const rateIndex = ({ rates }: Area, key: string, method: string): number =>
  rates.findIndex((rate) => rate.zone === key && rate.method === method)

/** Offers a method in a zone, or does not. */
export function offered(area: Area, key: string, method: string, on: boolean): Area {
  const index = rateIndex(area, key, method)
  if (on === index >= 0) return area
  const rates = on ? [...area.rates, newRate(key, method)] : area.rates.filter((_, place) => place !== index)
  return { ...area, rates }
}

export const withRate = (area: Area, index: number, change: Partial<RateValues>): Area => ({
  ...area,
  rates: area.rates.map((rate, place) => (place === index ? { ...rate, ...change } : rate)),
})

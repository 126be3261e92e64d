// The values of the form for delivery, and their conversion from and to the API's types.

import type { DeliveryRate, DeliverySettings, DeliverySettingsUpdate, DeliveryTariff } from '@/api/types'
import { groupDigits } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { amountError, amountOf, typedAmount } from '@/ui/admin/field-checks'

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

const amount = (text: string): string => (amountError(text) === null ? formatMoney(Number(text)) : '–')

/** The price of a rate: 'LKR. 450.00 up to 1,000 g, LKR. 90.00 for each further kg'. */
function describePrice(rate: RateValues): string {
  if (rate.kind === 'flat') return Number(rate.amount) === 0 ? 'free' : amount(rate.amount)
  if (rate.kind === 'byWeight') {
    const steps = rate.weightSteps.map(
      ({ at, amount: price }) => `${amount(price)} up to ${groupDigits(at)} g`,
    )
    return [...steps, `${amount(rate.perExtraKg)} for each further kg`].join(', ')
  }
  const steps = rate.valueSteps.map(({ at, amount: price }, index) =>
    index === 0 ? amount(price) : `${amount(price)} for goods from ${amount(at)}`,
  )
  return steps.join(', ')
}

function describeDays({ minDays, maxDays }: RateValues): string {
  if (maxDays === '0') return 'on the same day'
  const days = minDays === maxDays ? minDays : `${minDays}–${maxDays}`
  return `${days} ${maxDays === '1' ? 'working day' : 'working days'}`
}

/** A rate in one line: 'Standard delivery: LKR. 350.00, free from LKR. 7,500.00, 1–2 working days'. */
export function describeRate(rate: RateValues): string {
  const free = rate.freeFrom.trim() === '' ? [] : [`free from ${amount(rate.freeFrom)}`]
  return `${methodLabel(rate.method)}: ${[describePrice(rate), ...free, describeDays(rate)].join(', ')}`
}

/** All zones with their rates, for the comparison of two states. */
export function describeZones({ area: { zones, rates } }: DeliveryValues): string {
  const named = [...zones, { key: REST, name: 'All other districts', districts: [] }]
  const zone = ({ key, name, districts }: (typeof named)[number]) => {
    const own = rates.filter((rate) => rate.zone === key).map(describeRate)
    return `${[name, ...(districts.length > 0 ? [`(${districts.join(', ')})`] : [])].join(' ')}: ${own.join('; ')}`
  }
  return named.map(zone).join('. ')
}

/** The zone of all districts without one. It always exists. */
export const REST = 'rest'

export const METHODS = [
  { method: 'standard', label: 'Standard delivery', hint: 'By courier.' },
  { method: 'express', label: 'Express delivery', hint: 'By courier, sooner.' },
  { method: 'pickup', label: 'Pick-up at the shop', hint: 'The customer fetches the order.' },
] as const

export const methodLabel = (method: string): string =>
  METHODS.find((one) => one.method === method)?.label ?? method

export type TariffKind = DeliveryTariff['kind']

/** A step of a tariff: the weight in grams that it ends at, or the value that it begins at, and its price. */
export type StepValues = { at: string; amount: string }

/** The rate of a method in a zone. The fields of all kinds of tariff are kept, so that a change of kind loses nothing. */
export type RateValues = {
  /** The `key` of a zone, or `REST`. */
  zone: string
  method: string
  kind: TariffKind
  amount: string
  weightSteps: StepValues[]
  perExtraKg: string
  valueSteps: StepValues[]
  freeFrom: string
  minDays: string
  maxDays: string
}

/** A zone. Rates name it by `key`, so that it can be renamed. */
type ZoneValues = { key: string; name: string; districts: string[] }

export type CourierValues = { name: string; trackingUrl: string }
export type CouriersValues = { couriers: CourierValues[] }

export type DeliveryValues = {
  methods: string[]
  defaultMethod: string
  /** Zones and rates belong together: a rate names a zone. */
  area: { zones: ZoneValues[]; rates: RateValues[] }
  holidays: string[]
  cutOff: string
} & CouriersValues

export const newRate = (zone: string, method: string): RateValues => ({
  zone,
  method,
  kind: 'flat',
  amount: '',
  weightSteps: [{ at: '1000', amount: '' }],
  perExtraKg: '',
  valueSteps: [{ at: '0', amount: '' }],
  freeFrom: '',
  minDays: '1',
  maxDays: '3',
})

function tariffValues(tariff: DeliveryTariff): Partial<RateValues> {
  switch (tariff.kind) {
    case 'flat':
      return { kind: 'flat', amount: typedAmount(tariff.amount) }
    case 'byWeight':
      return {
        kind: 'byWeight',
        weightSteps: tariff.steps.map(({ upToGrams, amount }) => ({
          at: String(upToGrams),
          amount: typedAmount(amount),
        })),
        perExtraKg: typedAmount(tariff.perExtraKg),
      }
    case 'byValue':
      return {
        kind: 'byValue',
        valueSteps: tariff.steps.map(({ from, amount }) => ({
          at: typedAmount(from),
          amount: typedAmount(amount),
        })),
      }
  }
}

const rateValues = (rate: DeliveryRate, zone: string): RateValues => ({
  ...newRate(zone, rate.method),
  ...tariffValues(rate.tariff),
  freeFrom: typedAmount(rate.freeFrom),
  minDays: String(rate.minDays),
  maxDays: String(rate.maxDays),
})

const couriersOf = ({ couriers }: DeliverySettings): CourierValues[] =>
  couriers.map(({ name, trackingUrl }) => ({ name, trackingUrl }))

const couriersUpdate = (couriers: readonly CourierValues[]): CourierValues[] =>
  couriers.map(({ name, trackingUrl }) => ({ name: name.trim(), trackingUrl: trackingUrl.trim() }))

export function valuesOf(settings: DeliverySettings): DeliveryValues {
  const zones = settings.zones.map(({ name, districts }, index) => ({
    key: `zone ${index}`,
    name,
    districts: [...districts],
  }))
  const keyOf = (name: string) => zones.find((zone) => zone.name === name)?.key ?? REST
  return {
    methods: [...settings.methods],
    defaultMethod: settings.defaultMethod,
    area: { zones, rates: settings.rates.map((rate) => rateValues(rate, keyOf(rate.zone))) },
    holidays: [...settings.holidays],
    cutOff: settings.cutOff,
    couriers: couriersOf(settings),
  }
}

const steps = (rate: RateValues, name: 'upToGrams' | 'from') =>
  (name === 'from' ? rate.valueSteps : rate.weightSteps).map(({ at, amount }) => ({
    [name]: Number(at),
    amount: Number(amount),
  }))

function tariffOf(rate: RateValues) {
  if (rate.kind === 'flat') return { kind: 'flat', amount: Number(rate.amount) }
  if (rate.kind === 'byValue') return { kind: 'byValue', steps: steps(rate, 'from') }
  return { kind: 'byWeight', steps: steps(rate, 'upToGrams'), perExtraKg: Number(rate.perExtraKg) }
}

/** The name by which rates are sent with a zone. */
const zoneName = (zones: readonly ZoneValues[], key: string): string =>
  zones.find((zone) => zone.key === key)?.name.trim() ?? REST

/** What is saved; the order of zones, rates and holidays is that of the form, so that errors name the form's rows. */
export const updateOf = (
  { methods, defaultMethod, area, holidays, cutOff, couriers }: DeliveryValues,
  version: number,
): DeliverySettingsUpdate => ({
  version,
  methods,
  defaultMethod,
  zones: area.zones.map(({ name, districts }) => ({ name: name.trim(), districts })),
  rates: area.rates.map((rate) => ({
    zone: zoneName(area.zones, rate.zone),
    method: rate.method,
    tariff: tariffOf(rate),
    freeFrom: amountOf(rate.freeFrom),
    minDays: Number(rate.minDays),
    maxDays: Number(rate.maxDays),
  })),
  holidays,
  cutOff,
  couriers: couriersUpdate(couriers),
})

/** The values without blank holidays, which are rows that were added and not filled in. */
export const tidied = (values: DeliveryValues): DeliveryValues => ({
  ...values,
  holidays: [...new Set(values.holidays.filter((day) => day !== ''))].sort(),
})

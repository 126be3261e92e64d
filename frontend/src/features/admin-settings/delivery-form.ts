// The values of the form for delivery, and their conversion from and to the API's types.
import type { DeliveryRate, DeliverySettings, DeliverySettingsUpdate, DeliveryTariff } from '@/api/types'
import { amountOf, typedAmount } from './field-checks'

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
export type ZoneValues = { key: string; name: string; districts: string[] }

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
export const zoneName = (zones: readonly ZoneValues[], key: string): string =>
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

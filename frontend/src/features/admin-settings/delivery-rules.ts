// The rules of the form for delivery that can be checked before it is sent; the server checks all of them again.

import { isTrackingTemplate } from '@/lib/tracking-link'
import { amountError, ErrorList, integerError, textError } from '@/ui/admin/field-checks'
import type { FieldErrors } from '@/ui/admin/field-errors'
import {
  type CourierValues,
  type DeliveryValues,
  type RateValues,
  REST,
  type StepValues,
} from './delivery-form'

/** A tonne, the heaviest end of a step. */
const MAX_STEP_GRAMS = 1_000_000
const MAX_DAYS = 60

function checkZones({ zones }: DeliveryValues['area'], errors: ErrorList) {
  zones.forEach(({ name, districts }, index) => {
    const path = `zones[${index}]`
    const same = (text: string) => text.trim().toLowerCase() === name.trim().toLowerCase()
    errors.add(`${path}.name`, textError(name, 'a name', 100))
    if (same(REST)) errors.add(`${path}.name`, 'This is the name of the zone of all other districts')
    if (zones.slice(0, index).some((zone) => same(zone.name))) {
      errors.add(`${path}.name`, 'Another zone has this name')
    }
    if (districts.length === 0) errors.add(`${path}.districts`, 'Choose at least one district below')
  })
}

/** Each step begins above the one before, and the steps by value begin at 0. */
function checkOrder(steps: readonly StepValues[], path: (index: number) => string, errors: ErrorList) {
  steps.forEach(({ at }, index) => {
    const before = steps[index - 1]
    if (before !== undefined && !(Number(at) > Number(before.at))) {
      errors.add(path(index), 'Must be more than in the step before')
    }
  })
}

function checkTariff(rate: RateValues, path: string, errors: ErrorList) {
  if (rate.kind === 'flat') return errors.add(`${path}.amount`, amountError(rate.amount))
  const byWeight = rate.kind === 'byWeight'
  const steps = byWeight ? rate.weightSteps : rate.valueSteps
  const place = (index: number) => `${path}.steps[${index}].${byWeight ? 'upToGrams' : 'from'}`
  steps.forEach(({ at, amount }, index) => {
    errors.add(place(index), byWeight ? integerError(at, 1, MAX_STEP_GRAMS) : amountError(at))
    errors.add(`${path}.steps[${index}].amount`, amountError(amount))
  })
  checkOrder(steps, place, errors)
  if (byWeight) return errors.add(`${path}.perExtraKg`, amountError(rate.perExtraKg))
  const first = steps[0]
  if (first !== undefined && Number(first.at) !== 0) errors.add(place(0), 'The first step begins at 0')
}

function checkRate(rate: RateValues, path: string, errors: ErrorList) {
  checkTariff(rate, `${path}.tariff`, errors)
  errors.add(`${path}.freeFrom`, amountError(rate.freeFrom, false))
  errors.add(`${path}.minDays`, integerError(rate.minDays, 0, MAX_DAYS))
  errors.add(`${path}.maxDays`, integerError(rate.maxDays, 0, MAX_DAYS))
  if (Number(rate.maxDays) < Number(rate.minDays)) {
    errors.add(`${path}.maxDays`, 'Must not be less than the first day')
  }
}

function checkCouriers(couriers: readonly CourierValues[], errors: ErrorList): void {
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

export function checkDelivery(values: DeliveryValues): FieldErrors {
  const errors = new ErrorList()
  if (values.methods.length === 0) errors.add('methods', 'Offer at least one method')
  checkZones(values.area, errors)
  values.area.rates.forEach((rate, index) => {
    checkRate(rate, `rates[${index}]`, errors)
  })
  checkCouriers(values.couriers, errors)
  if (!/^\d\d:\d\d/.test(values.cutOff)) errors.add('cutOff', 'Enter a time such as 14:00')
  return errors.found
}

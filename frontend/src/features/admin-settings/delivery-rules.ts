// The rules of the form for delivery that can be checked before it is sent; the server checks all of them again.
import { checkCouriers } from './couriers-form'
import { type DeliveryValues, type RateValues, REST, type StepValues } from './delivery-form'
import { amountFault, FaultList, type Faults, integerFault, textFault } from './faults'

/** A tonne, the heaviest end of a step. */
const MAX_STEP_GRAMS = 1_000_000
const MAX_DAYS = 60

function checkZones({ zones }: DeliveryValues['area'], faults: FaultList) {
  zones.forEach(({ name, districts }, index) => {
    const path = `zones[${index}]`
    const same = (text: string) => text.trim().toLowerCase() === name.trim().toLowerCase()
    faults.add(`${path}.name`, textFault(name, 'a name', 100))
    if (same(REST)) faults.add(`${path}.name`, 'This is the name of the zone of all other districts')
    if (zones.slice(0, index).some((zone) => same(zone.name))) {
      faults.add(`${path}.name`, 'Another zone has this name')
    }
    if (districts.length === 0) faults.add(`${path}.districts`, 'Choose at least one district below')
  })
}

/** Each step begins above the one before, and the steps by value begin at 0. */
function checkOrder(steps: readonly StepValues[], path: (index: number) => string, faults: FaultList) {
  steps.forEach(({ at }, index) => {
    const before = steps[index - 1]
    if (before !== undefined && !(Number(at) > Number(before.at))) {
      faults.add(path(index), 'Must be more than in the step before')
    }
  })
}

function checkTariff(rate: RateValues, path: string, faults: FaultList) {
  if (rate.kind === 'flat') return faults.add(`${path}.amount`, amountFault(rate.amount))
  const byWeight = rate.kind === 'byWeight'
  const steps = byWeight ? rate.weightSteps : rate.valueSteps
  const place = (index: number) => `${path}.steps[${index}].${byWeight ? 'upToGrams' : 'from'}`
  steps.forEach(({ at, amount }, index) => {
    faults.add(place(index), byWeight ? integerFault(at, 1, MAX_STEP_GRAMS) : amountFault(at))
    faults.add(`${path}.steps[${index}].amount`, amountFault(amount))
  })
  checkOrder(steps, place, faults)
  if (byWeight) return faults.add(`${path}.perExtraKg`, amountFault(rate.perExtraKg))
  const first = steps[0]
  if (first !== undefined && Number(first.at) !== 0) faults.add(place(0), 'The first step begins at 0')
}

function checkRate(rate: RateValues, path: string, faults: FaultList) {
  checkTariff(rate, `${path}.tariff`, faults)
  faults.add(`${path}.freeFrom`, amountFault(rate.freeFrom, false))
  faults.add(`${path}.minDays`, integerFault(rate.minDays, 0, MAX_DAYS))
  faults.add(`${path}.maxDays`, integerFault(rate.maxDays, 0, MAX_DAYS))
  if (Number(rate.maxDays) < Number(rate.minDays)) {
    faults.add(`${path}.maxDays`, 'Must not be less than the first day')
  }
}

export function checkDelivery(values: DeliveryValues): Faults {
  const faults = new FaultList()
  if (values.methods.length === 0) faults.add('methods', 'Offer at least one method')
  checkZones(values.area, faults)
  values.area.rates.forEach((rate, index) => {
    checkRate(rate, `rates[${index}]`, faults)
  })
  checkCouriers(values.couriers, faults)
  if (!/^\d\d:\d\d/.test(values.cutOff)) faults.add('cutOff', 'Enter a time such as 14:00')
  return faults.found
}

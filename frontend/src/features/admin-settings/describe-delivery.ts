// Rates and zones in words.
import { groupDigits } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { type DeliveryValues, methodLabel, type RateValues, REST } from './delivery-form'
import { amountError } from './field-checks'

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

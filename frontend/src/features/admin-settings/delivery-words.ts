// Rates and zones in words.
import { formatMoney } from '@/lib/money'
import { type DeliveryValues, methodLabel, type RateValues, REST } from './delivery-form'
import { amountFault } from './faults'

const amount = (text: string): string => (amountFault(text) === null ? formatMoney(Number(text)) : '–')

/** The price of a rate. */
function priceInWords(rate: RateValues): string {
  if (rate.kind === 'flat') return Number(rate.amount) === 0 ? 'free' : amount(rate.amount)
  if (rate.kind === 'byValue') {
    return rate.valueSteps.map(({ at, amount: price }) => `from ${amount(at)} ${amount(price)}`).join(', ')
  }
  const steps = rate.weightSteps.map(({ at, amount: price }) => `up to ${at} g ${amount(price)}`)
  return [...steps, `each further kg ${amount(rate.perExtraKg)}`].join(', ')
}

const daysInWords = ({ minDays, maxDays }: RateValues): string =>
  `${minDays === maxDays ? minDays : `${minDays}–${maxDays}`} ${maxDays === '1' ? 'working day' : 'working days'}`

/** A rate in one line: 'Standard delivery: LKR. 350.00, free from LKR. 7,500.00, 1–2 working days'. */
export function rateInWords(rate: RateValues): string {
  const free = rate.freeFrom.trim() === '' ? [] : [`free from ${amount(rate.freeFrom)}`]
  return `${methodLabel(rate.method)}: ${[priceInWords(rate), ...free, daysInWords(rate)].join(', ')}`
}

/** All zones with their rates, for the comparison of two states. */
export function areaInWords({ area: { zones, rates } }: DeliveryValues): string {
  const named = [...zones, { key: REST, name: 'All other districts', districts: [] }]
  const zone = ({ key, name, districts }: (typeof named)[number]) => {
    const own = rates.filter((rate) => rate.zone === key).map(rateInWords)
    return `${[name, ...(districts.length > 0 ? [`(${districts.join(', ')})`] : [])].join(' ')}: ${own.join('; ')}`
  }
  return named.map(zone).join('. ')
}

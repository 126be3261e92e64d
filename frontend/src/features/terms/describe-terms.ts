// What delivery costs and takes, how to pay and how returns work, in words: from the shop's terms.
import type { DeliveryRate, ShopTerms } from '@/api/types'
import { formatCents, formatMoney, toCents } from '@/lib/money'

/** The least and the greatest price of a parcel under a tariff, in cents; a tariff by weight has no greatest. */
function prices({ tariff }: DeliveryRate): [number, number | null] {
  if (tariff.kind === 'flat') return [toCents(tariff.amount), toCents(tariff.amount)]
  const steps = tariff.steps.map(({ amount }) => toCents(amount))
  if (tariff.kind === 'byValue') return [Math.min(...steps), Math.max(...steps)]
  return [Math.min(...steps), null]
}

/** 'free', 'LKR. 350.00', 'LKR. 350.00 to LKR. 600.00' or 'from LKR. 350.00'. */
function describePrice(rates: readonly DeliveryRate[]): string {
  const ends = rates.map(prices)
  const least = Math.min(...ends.map(([from]) => from))
  const most = ends.some(([, to]) => to === null) ? null : Math.max(...ends.map(([, to]) => to ?? 0))
  if (most === 0) return 'free'
  if (most === least) return formatCents(least)
  if (most === null) return `from ${formatCents(least)}, by weight`
  return least === 0 ? `up to ${formatCents(most)}` : `${formatCents(least)} to ${formatCents(most)}`
}

/** ', free from LKR. 10,000.00', where every district has the same value of goods. */
function describeFree(rates: readonly DeliveryRate[]): string {
  const [first] = rates
  const from = first?.freeFrom ?? null
  if (from === null || rates.some(({ freeFrom }) => freeFrom !== from)) return ''
  return `, free from ${formatMoney(from)}`
}

/** '2 to 4 working days', '1 working day' or 'the same day'. */
function describeDays(rates: readonly DeliveryRate[]): string {
  const [from, to] = [
    Math.min(...rates.map(({ minDays }) => minDays)),
    Math.max(...rates.map(({ maxDays }) => maxDays)),
  ]
  if (to === 0) return 'on the same day'
  const unit = `working day${to === 1 ? '' : 's'}`
  return from === to ? `in ${to} ${unit}` : `in ${from} to ${to} ${unit}`
}

const REST = 'rest'
/** More districts than these are counted instead of named. */
const NAMED = 4

/** ' in Colombo, Gampaha and Kalutara', where a method is not offered in the districts without a zone. */
function describeArea(rates: readonly DeliveryRate[], zones: ShopTerms['delivery']['zones']): string {
  if (rates.some(({ zone }) => zone === REST)) return ''
  const districts = zones
    .filter(({ name }) => rates.some(({ zone }) => zone === name))
    .flatMap((zone) => zone.districts)
  if (districts.length > NAMED) return ` in ${districts.length} districts`
  return ` in ${[districts.slice(0, -1).join(', '), ...districts.slice(-1)].filter(Boolean).join(' and ')}`
}

/** One sentence per method: 'Standard delivery: free, in 2 to 4 working days.' */
export function describeDelivery({ delivery: { methods, rates, zones } }: ShopTerms): string[] {
  return methods.flatMap(({ method, label }) => {
    const own = rates.filter((rate) => rate.method === method)
    if (own.length === 0) return []
    return [
      `${label}${describeArea(own, zones)}: ${describePrice(own)}${describeFree(own)}, ${describeDays(own)}.`,
    ]
  })
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** 'Cash on delivery, bank transfer or card or wallet.', with the fees. */
export function describePayment({ payment: { methods } }: ShopTerms): string {
  const names = methods.map(({ label, fee }) => (fee > 0 ? `${label} (fee ${formatMoney(fee)})` : label))
  const words = names.map((name, place) => (place === 0 ? name : lower(name)))
  return `${[words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ')}.`
}

/** The time and the reasons for a return, and how to ask for one. */
export function describeReturns({ returnDays, changedMind }: ShopTerms): string {
  if (returnDays === 0) return 'We take no returns. Write to us if something arrives damaged.'
  const time = `Within ${returnDays} day${returnDays === 1 ? '' : 's'} of delivery`
  return changedMind
    ? `${time}, on the page of your order, whatever the reason.`
    : `${time}, on the page of your order, if an item is damaged, wrong, expired or not as described.`
}

// Promotions in words, for customers and for staff.
import type { AnnouncedPromotion, BenefitKind } from '@/api/types'
import { formatShortDay } from '@/lib/date'
import { formatMoney } from '@/lib/money'

/** What a promotion takes off; the fields of other benefits are empty. */
export type BenefitParts = Pick<AnnouncedPromotion, 'benefit' | 'value' | 'buy' | 'get' | 'steps'>
/** The goods that a promotion is for: all goods where the lists are empty. */
export type ScopeParts = Pick<AnnouncedPromotion, 'products' | 'categories' | 'brands'>
type Terms = BenefitParts &
  ScopeParts &
  Pick<AnnouncedPromotion, 'name' | 'minSpend' | 'maxDiscount' | 'firstOrderOnly'>

type Words = (parts: BenefitParts, goods: string) => string

const amount = (value: number | null): string => formatMoney(value ?? 0)

/** The words of each benefit; `goods` names what it is for, such as ' Ceylon Spa', and is empty for all goods. */
const WORDS: Readonly<Record<BenefitKind, Words>> = {
  percent: ({ value }, goods) => `${value ?? 0}% off${goods}`,
  fixed: ({ value }, goods) => `${amount(value)} off${goods}`,
  freeDelivery: (_, goods) => `Free delivery${goods && ` of${goods}`}`,
  buyGet: ({ buy, get }, goods) => `Buy ${buy ?? 0}${goods && ` of${goods}`}, get ${get ?? 0} free`,
  steps: ({ steps }, goods) =>
    steps
      .map(
        ({ from, percent }, place) => `${percent}%${place === 0 ? ` off${goods}` : ''} from ${amount(from)}`,
      )
      .join(', '),
}

/** More labels than these are counted. */
const NAMED = 2

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** 'Ceylon Spa and 3 products'; '' for all goods. */
export function describeScope({ products, categories, brands }: ScopeParts): string {
  const labels = [...brands, ...categories]
  const named = labels.slice(0, NAMED)
  const rest = labels.length - named.length
  const parts = [
    ...named,
    ...(rest > 0 ? [`${rest} more`] : []),
    ...(products.length > 0 ? [counted(products.length, 'product')] : []),
  ]
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** A kind that this release does not know is told by the promotion's name. */
const benefitWords = (terms: BenefitParts & { name: string }, goods: string): string =>
  WORDS[terms.benefit]?.(terms, goods) ?? terms.name

/** What staff read: '10% off Ceylon Spa, at most LKR. 1,000.00', 'Free delivery from LKR. 7,500.00'. */
export function describePromotion(terms: Terms): string {
  const { minSpend, maxDiscount, firstOrderOnly } = terms
  const scope = describeScope(terms)
  return [
    benefitWords(terms, scope && ` ${scope}`),
    minSpend === null ? '' : ` from ${formatMoney(minSpend)}`,
    maxDiscount === null ? '' : `, at most ${formatMoney(maxDiscount)}`,
    firstOrderOnly ? ', first order only' : '',
  ].join('')
}

/** What customers read of a product that has the promotion: 'Buy 2, get 1 free until 31 Dec'. */
export function announcePromotion(promotion: AnnouncedPromotion): string {
  const { minSpend, firstOrderOnly, endsAt } = promotion
  return [
    benefitWords(promotion, ''),
    minSpend === null || promotion.benefit === 'steps' ? '' : ` from ${formatMoney(minSpend)}`,
    firstOrderOnly ? ' on your first order' : '',
    endsAt === null ? '' : ` until ${formatShortDay(endsAt)}`,
  ].join('')
}

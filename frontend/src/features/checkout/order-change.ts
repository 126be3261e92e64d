// Refusals because of a changed price or a short stock, and the order that can be placed instead.
import type { OrderedItem, Quote } from '@/api/types'
import { toCents } from '@/lib/money'
import { changedQuote, couponQuote, type ShortLine, shortLines } from './queries'

type PriceChange = { productId: string; name: string; before: number | null; after: number }

export type Change =
  | { kind: 'price'; lines: PriceChange[]; items: OrderedItem[]; total: number }
  | { kind: 'stock'; lines: ShortLine[]; items: OrderedItem[] }
  /** The coupon does not hold any more; `message` says why. */
  | { kind: 'coupon'; code: string; message: string; items: OrderedItem[]; total: number }

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Parts of a total that are not goods: their names, and the codes of their lines in the explanation. */
const EXTRAS = [
  { id: 'delivery', name: 'Delivery', codes: ['delivery', 'freeDelivery'] },
  { id: 'promotion', name: 'Promotion', codes: ['promotion'] },
  { id: 'codFee', name: 'Fee for cash on delivery', codes: ['codFee'] },
]

const extraOf = (quote: Quote, codes: readonly string[]): number =>
  quote.explanation.reduce(
    (cents, { code, amount }) => cents + (codes.includes(code) ? toCents(amount) : 0),
    0,
  ) / 100

/** Promotion, delivery and the fee of the method of payment, where they differ from the shown quote. */
function extraChanges(shown: Quote, now: Quote): PriceChange[] {
  return EXTRAS.flatMap(({ id, name, codes }) => {
    const [before, after] = [extraOf(shown, codes), extraOf(now, codes)]
    return before === after ? [] : [{ productId: id, name, before, after }]
  })
}

/** The lines whose totals differ from the shown quote, then delivery and fee. */
function priceChanges(shown: Quote, now: Quote): PriceChange[] {
  const lines = now.items.flatMap(({ productId, name, lineTotal }) => {
    const before = shown.items.find((item) => same(item.productId, productId))?.lineTotal ?? null
    return before === lineTotal ? [] : [{ productId, name, before, after: lineTotal }]
  })
  return [...lines, ...extraChanges(shown, now)]
}

/** `items` reduced to the stock; lines without stock are removed. */
function withinStock(items: readonly OrderedItem[], short: readonly ShortLine[]): OrderedItem[] {
  return items.flatMap((item) => {
    const line = short.find(({ productId }) => same(productId, item.productId))
    const quantity = line === undefined ? item.quantity : Math.min(item.quantity, line.available)
    return quantity > 0 ? [{ productId: item.productId, quantity }] : []
  })
}

/** The change that a refusal asks the shopper to accept, or null when it was refused for another reason. */
export function changeFromRefusal(
  error: unknown,
  items: readonly OrderedItem[],
  shown: Quote,
): Change | null {
  const quote = changedQuote(error)
  if (quote !== null) {
    return { kind: 'price', lines: priceChanges(shown, quote), items: [...items], total: quote.total }
  }
  const refused = couponQuote(error)
  if (refused !== null) {
    const { code = '', message = '' } = refused.coupon ?? {}
    return { kind: 'coupon', code, message, items: [...items], total: refused.total }
  }
  const lines = shortLines(error)
  return lines.length === 0 ? null : { kind: 'stock', lines, items: withinStock(items, lines) }
}

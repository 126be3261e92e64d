// Cart lines with their products and prices from quotes.
import type { QueryClient } from '@tanstack/react-query'
import type { OrderedItem, Quote, QuoteItem } from '@/api/types'

export type PricedLine = OrderedItem & {
  /** Absent until a quote has named the product. */
  item: QuoteItem | undefined
  /** The quantity exceeds the stock. */
  short: boolean
}

/** The line's part of a promotion in LKR, which the quote knows for its quantity only. */
export const discountOf = ({ item, quantity }: Pick<PricedLine, 'item' | 'quantity'>): number =>
  item?.quantity === quantity ? item.discount : 0

const sameProduct = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Each line with its product from the newest quote that contains it. */
export function pricedLines(lines: readonly OrderedItem[], quotes: readonly Quote[]): PricedLine[] {
  return lines.map(({ productId, quantity }) => {
    const item = quotes
      .flatMap((quote) => quote.items)
      .find((candidate) => sameProduct(candidate.productId, productId))
    return { productId, quantity, item, short: item !== undefined && quantity > item.stock }
  })
}

/** All cached quotes, newest first: names and pictures survive a failed call. */
export function knownQuotes(client: QueryClient): Quote[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['quote'] })
    .filter((query) => query.state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => query.state.data as Quote)
}

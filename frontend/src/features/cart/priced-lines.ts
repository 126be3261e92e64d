// Lines with what the quote knows about them.
import type { QueryClient } from '@tanstack/react-query'
import type { OrderedItem, Quote, QuoteItem } from '@/api/types'

export type PricedLine = OrderedItem & {
  /** Absent until a quote has named the product. */
  item: QuoteItem | undefined
  /** More is wanted than there is. */
  short: boolean
}

const sameProduct = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Each line with its product as the newest of `quotes` that has it says. */
export function pricedLines(lines: readonly OrderedItem[], quotes: readonly Quote[]): PricedLine[] {
  return lines.map(({ productId, quantity }) => {
    const item = quotes
      .flatMap((quote) => quote.items)
      .find((candidate) => sameProduct(candidate.productId, productId))
    return { productId, quantity, item, short: item !== undefined && quantity > item.stock }
  })
}

/** Every quote that is still known, the newest first: names and pictures outlive a failed call. */
export function knownQuotes(client: QueryClient): Quote[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['quote'] })
    .filter((query) => query.state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => query.state.data as Quote)
}

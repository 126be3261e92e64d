import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { ApiError } from '@/api/problem'
import type { OrderedItem, Quote } from '@/api/types'
import { toCents } from '@/lib/money'
import { maxLines } from './store'

/** Maps field names of a part to the whole order: 'orderedItems[3]' of the second part is line 103. */
function inWhole(error: unknown, from: number): unknown {
  if (from === 0 || !(error instanceof ApiError)) return error
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, sentences]) => [
      field.replace(/^orderedItems\[(\d+)\]/, (_, index) => `orderedItems[${Number(index) + from}]`),
      sentences,
    ]),
  )
  return new ApiError({ ...error, message: error.message, errors, cause: error })
}

const sumOf = (parts: readonly Quote[], amount: (part: Quote) => number): number =>
  parts.reduce((cents, part) => cents + toCents(amount(part)), 0) / 100

/** The terms of an empty cart. */
const NO_TERMS = { delivery: null, deliveryOptions: [], paymentMethod: 'cod', paymentOptions: [] }

/** The sum of several quotes, which are as many orders; the terms are those of the first one. */
export const joinQuotes = (parts: readonly Quote[]): Quote => ({
  ...(parts[0] ?? NO_TERMS),
  items: parts.flatMap(({ items }) => items),
  itemsTotal: sumOf(parts, ({ itemsTotal }) => itemsTotal),
  explanation: parts.flatMap(({ explanation }) => explanation),
  total: sumOf(parts, ({ total }) => total),
  labeledTotal: sumOf(parts, ({ labeledTotal }) => labeledTotal),
  discount: sumOf(parts, ({ discount }) => discount),
})

/** Quotes any number of lines, in parts of the most lines that the API accepts. */
async function readQuote(orderedItems: OrderedItem[], signal: AbortSignal): Promise<Quote> {
  const size = maxLines()
  const begins = orderedItems.map((_, place) => place).filter((place) => place % size === 0)
  const parts = begins.map(async (from) => {
    const body = { orderedItems: orderedItems.slice(from, from + size) }
    try {
      return await unwrap(api.POST('/api/orders/quote', { body, signal }))
    } catch (error) {
      throw inWhole(error, from)
    }
  })
  return joinQuotes(await Promise.all(parts))
}

export const quoteQueries = {
  /** The prices and stocks of these lines, of which there must be at least one. */
  quote: (lines: readonly OrderedItem[]) => {
    const orderedItems = lines.map(({ productId, quantity }) => ({ productId, quantity }))
    return queryOptions({
      queryKey: ['quote', orderedItems],
      queryFn: ({ signal }) => readQuote(orderedItems, signal),
      enabled: orderedItems.length > 0,
      staleTime: 0,
      placeholderData: keepPreviousData,
    })
  },
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { ApiError } from '@/api/problem'
import type { OrderedItem, Quote, QuoteRequest } from '@/api/types'
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

/** Where an order goes and how it is delivered and paid; without a wish the shop's defaults hold. */
export type QuoteWish = Pick<QuoteRequest, 'district' | 'deliveryMethod' | 'paymentMethod'>

const NO_WISH: QuoteWish = {}

/** The wish of a method that each code refuses. */
const REFUSED = {
  'order.delivery_not_offered': 'deliveryMethod',
  'order.payment_unavailable': 'paymentMethod',
} as const

/** The request without the wish that the shop refuses; null where the error is about no wish. */
function withoutRefused(error: unknown, body: QuoteRequest): QuoteRequest | null {
  const code = error instanceof ApiError ? error.code : undefined
  const wish = Object.entries(REFUSED).find(([refusal]) => refusal === code)?.[1]
  return wish === undefined || typeof body[wish] !== 'string' ? null : { ...body, [wish]: null }
}

/**
 * The quote of these lines. A wish that cannot be kept gives way: a method of delivery that the district does not have to the
 * default one, and a method of payment that is not available to the first one that is.
 */
async function askFor(body: QuoteRequest, signal: AbortSignal): Promise<Quote> {
  const ask = async (wanted: QuoteRequest): Promise<Quote> => {
    try {
      return await unwrap(api.POST('/api/orders/quote', { body: wanted, signal }))
    } catch (error) {
      const wished = withoutRefused(error, wanted)
      if (wished === null) throw error
      return ask(wished)
    }
  }
  const asked = await ask(body)
  const { paymentOptions, paymentMethod } = asked
  const chosen = paymentOptions.find(({ method }) => method === paymentMethod)
  const other = paymentOptions.find(({ available }) => available)
  if (chosen?.available !== false || other === undefined) return asked
  return ask({ ...body, deliveryMethod: asked.delivery?.method ?? null, paymentMethod: other.method })
}

/** Quotes any number of lines, in parts of the most lines that the API accepts. */
async function readQuote(orderedItems: OrderedItem[], wish: QuoteWish, signal: AbortSignal): Promise<Quote> {
  const size = maxLines()
  const begins = orderedItems.map((_, place) => place).filter((place) => place % size === 0)
  const parts = begins.map(async (from) => {
    const body = { orderedItems: orderedItems.slice(from, from + size), ...wish }
    try {
      return await askFor(body, signal)
    } catch (error) {
      throw inWhole(error, from)
    }
  })
  return joinQuotes(await Promise.all(parts))
}

export const quoteQueries = {
  /** The prices and stocks of these lines, of which there must be at least one. */
  quote: (lines: readonly OrderedItem[], wish: QuoteWish = NO_WISH) => {
    const orderedItems = lines.map(({ productId, quantity }) => ({ productId, quantity }))
    return queryOptions({
      // Absent members count as none, so that cart and checkout share the quote of the defaults.
      queryKey: ['quote', orderedItems, wish],
      queryFn: ({ signal }) => readQuote(orderedItems, wish, signal),
      enabled: orderedItems.length > 0,
      staleTime: 0,
      placeholderData: keepPreviousData,
    })
  },
}

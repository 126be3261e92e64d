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
const NO_TERMS = {
  delivery: null,
  deliveryOptions: [],
  paymentMethod: 'cod',
  paymentOptions: [],
  coupon: null,
}

/** The VAT of all parts; absent where the shop is not registered. */
function joinVat(parts: readonly Quote[]): Pick<Quote, 'vat'> {
  const vat = parts[0]?.vat
  return vat == null ? {} : { vat: { ...vat, amount: sumOf(parts, (part) => part.vat?.amount ?? 0) } }
}

/** The sum of several quotes, which are as many orders; terms and coupon are those of the first one. */
const joinQuotes = (parts: readonly Quote[]): Quote => ({
  ...(parts[0] ?? NO_TERMS),
  items: parts.flatMap(({ items }) => items),
  itemsTotal: sumOf(parts, ({ itemsTotal }) => itemsTotal),
  explanation: parts.flatMap(({ explanation }) => explanation),
  promotions: parts.flatMap(({ promotions }) => promotions),
  hints: parts.length === 1 ? (parts[0]?.hints ?? []) : [],
  total: sumOf(parts, ({ total }) => total),
  labeledTotal: sumOf(parts, ({ labeledTotal }) => labeledTotal),
  discount: sumOf(parts, ({ discount }) => discount),
  ...joinVat(parts),
})

/** Where an order goes, how it is delivered and paid, and its coupon; without them the shop's defaults hold. */
export type QuoteOptions = Pick<QuoteRequest, 'district' | 'deliveryMethod' | 'paymentMethod' | 'couponCode'>

export const NO_OPTIONS: QuoteOptions = {}

/** The option that each code refuses. */
const REFUSED = {
  'order.delivery_not_offered': 'deliveryMethod',
  'order.payment_unavailable': 'paymentMethod',
} as const

/** The request without the option that the shop refuses; null for another error. */
function withoutRefused(error: unknown, body: QuoteRequest): QuoteRequest | null {
  const code = error instanceof ApiError ? error.code : undefined
  const option = Object.entries(REFUSED).find(([refusal]) => refusal === code)?.[1]
  return option === undefined || typeof body[option] !== 'string' ? null : { ...body, [option]: null }
}

const TOO_MANY_CODES = 'You tried too many coupon codes. Please wait a minute, and try again.'

/** After too many unknown codes no code is looked at for a while: the quote without it. Null for another error. */
async function withoutLimitedCoupon(
  error: unknown,
  { couponCode, ...rest }: QuoteRequest,
  request: (wanted: QuoteRequest) => Promise<Quote>,
): Promise<Quote | null> {
  const isLimited = error instanceof ApiError && error.status === 429
  if (!isLimited || typeof couponCode !== 'string') return null
  const coupon = { code: couponCode, state: 'unknown' as const, message: TOO_MANY_CODES }
  return { ...(await request(rest)), coupon }
}

/**
 * The quote of these lines. An option that is not available gives way: a method of delivery that the district does not have to the
 * default one, and a method of payment that is not available to the first one that is.
 */
async function requestQuote(body: QuoteRequest, signal: AbortSignal): Promise<Quote> {
  const request = async (wanted: QuoteRequest): Promise<Quote> => {
    try {
      return await unwrap(api.POST('/api/orders/quote', { body: wanted, signal }))
    } catch (error) {
      const limited = await withoutLimitedCoupon(error, wanted, request)
      if (limited !== null) return limited
      const rest = withoutRefused(error, wanted)
      if (rest === null) throw error
      return request(rest)
    }
  }
  const quote = await request(body)
  const { paymentOptions, paymentMethod } = quote
  const chosen = paymentOptions.find(({ method }) => method === paymentMethod)
  const other = paymentOptions.find(({ available }) => available)
  if (chosen?.available !== false || other === undefined) return quote
  return request({ ...body, deliveryMethod: quote.delivery?.method ?? null, paymentMethod: other.method })
}

/** Quotes any number of lines, in parts of the most lines that the API accepts. */
async function readQuote(
  orderedItems: OrderedItem[],
  options: QuoteOptions,
  signal: AbortSignal,
): Promise<Quote> {
  const size = maxLines()
  const begins = orderedItems.map((_, place) => place).filter((place) => place % size === 0)
  const parts = begins.map(async (from) => {
    const body = { orderedItems: orderedItems.slice(from, from + size), ...options }
    try {
      return await requestQuote(body, signal)
    } catch (error) {
      throw inWhole(error, from)
    }
  })
  return joinQuotes(await Promise.all(parts))
}

export const quoteQueries = {
  /** The prices and stocks of these lines, of which there must be at least one. */
  quote: (lines: readonly OrderedItem[], options: QuoteOptions = NO_OPTIONS) => {
    const orderedItems = lines.map(({ productId, quantity }) => ({ productId, quantity }))
    return queryOptions({
      // Absent members count as none, so that cart and checkout share the quote of the defaults.
      queryKey: ['quote', orderedItems, options],
      queryFn: ({ signal }) => readQuote(orderedItems, options, signal),
      enabled: orderedItems.length > 0,
      staleTime: 0,
      placeholderData: keepPreviousData,
    })
  },
}

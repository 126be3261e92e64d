import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { messageOf } from '@/api/problem'
import type { OrderedItem, Quote } from '@/api/types'
import { useDebounced } from '@/lib/use-debounced'
import { knownQuotes, type PricedLine, pricedLines } from './priced-lines'
import { NO_OPTIONS, type QuoteOptions, quoteQueries } from './queries'
import { unavailableProducts } from './unavailable-products'

/** Milliseconds after a change until a new quote is requested. */
const REST_MS = 200

type QuotedLines = {
  lines: PricedLine[]
  /** The newest quote; while `stale`, that of the former lines. */
  quote: Quote | undefined
  /** The same, or the last quote of any lines while there is none: options that are shown stay in place. */
  known: Quote | undefined
  /** The lines or the options have changed and their quote is loading. */
  stale: boolean
  /** Why there is no quote. A product that is no longer sold is removed instead. */
  failure: string | null
  retry: () => void
  retrying: boolean
}

const QUOTE_FAILED = 'We could not work out the prices. Please try again.'

/** Prices lines by their quote; reports each product that is no longer sold once. `options` changes only with its members. */
export function useQuotedLines(
  wanted: readonly OrderedItem[],
  onVanished: (productId: string, name: string) => void,
  options: QuoteOptions = NO_OPTIONS,
): QuotedLines {
  const client = useQueryClient()
  const latest = useMemo(() => ({ wanted, options }), [wanted, options])
  const debounced = useDebounced(latest, REST_MS)
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    quoteQueries.quote(debounced.wanted, debounced.options),
  )
  const unavailable = error === null ? [] : unavailableProducts(error, debounced.wanted)
  const quotes = data === undefined ? knownQuotes(client) : [data, ...knownQuotes(client)]
  const lines = pricedLines(wanted, quotes)

  const reportedError = useRef<unknown>(null)
  useEffect(() => {
    if (unavailable.length === 0 || reportedError.current === error) return
    reportedError.current = error
    for (const id of unavailable)
      onVanished(id, lines.find((line) => line.productId === id)?.item?.name ?? id)
  })

  return {
    lines,
    quote: data,
    known: quotes[0],
    stale: debounced !== latest || isPlaceholderData,
    failure: error === null || unavailable.length > 0 ? null : messageOf(error, QUOTE_FAILED),
    retry: () => void refetch(),
    retrying: isFetching,
  }
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { withParams } from '@/lib/url-state'
import type { ProductList } from './product-results'

/** The text of the header `X-Search-Corrected`; null without one that can be read. */
export function readCorrected(header: string | null | undefined): string | null {
  try {
    return header ? decodeURIComponent(header) : null
  } catch {
    return null
  }
}

/**
 * The text that the search for `q` was answered with, when it is another one. It stays while another page or filter of the same
 * search loads, so that it is announced once.
 */
export function useCorrected(
  q: string | undefined,
  list: Pick<ProductList, 'data' | 'isPlaceholderData'>,
): string | null {
  const answered = useRef<{ q: string | undefined; corrected: string | null }>(null)
  const header = list.data?.pages[0]?.corrected
  const settled = q === undefined || list.isPlaceholderData ? null : readCorrected(header)
  useEffect(() => {
    if (!list.isPlaceholderData) answered.current = { q, corrected: settled }
  })
  const known = answered.current
  if (!list.isPlaceholderData) return settled
  return known !== null && known.q === q ? known.corrected : null
}

type CorrectedSearchProps = {
  query: string | undefined
  corrected: string | null
  /** The URL's parameters. */
  search: URLSearchParams
  onFollow: () => void
}

/** Says that another text was searched for than the one that was typed. */
export function CorrectedSearch({ query, corrected, search, onFollow }: CorrectedSearchProps) {
  return (
    <div role="status">
      {query !== undefined && corrected !== null && (
        <p className="mb-4 rounded-input bg-shell px-4 py-3 wrap-anywhere">
          Nothing is called “{query}”. Showing results for{' '}
          <Link
            to={`?${withParams(search, { q: corrected, after: null })}`}
            replace
            preventScrollReset
            onClick={onFollow}
            className="font-semibold text-lotus underline underline-offset-4"
          >
            “{corrected}”
          </Link>
          .
        </p>
      )}
    </div>
  )
}

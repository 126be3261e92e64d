import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Paged, rowsOf, totalOf } from '@/api/paging'
import { useUrlState } from '@/lib/url-state'

/** The most pages that a URL can request. */
const MAX_PAGES = 40

function pagesIn(value: string | null): number {
  const pages = Number(value ?? 1)
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), MAX_PAGES) : 1
}

/** The rows of a list with the number of pages in the URL (`pages`). `loadMore` adds a page. */
export function usePagedList<Row>(query: UseInfiniteQueryResult<Paged<Row>>) {
  const [params, patch] = useUrlState()
  const wanted = pagesIn(params.get('pages'))
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  const loaded = data?.pages.length ?? 0
  const behind = loaded > 0 && loaded < wanted && hasNextPage && !isPlaceholderData
  useEffect(() => {
    if (behind && !isFetching && !isError) void fetchNextPage()
  }, [behind, isFetching, isError, fetchNextPage])
  const loadMore = () => {
    // After a failure only the user retries.
    if (behind || isError || loaded >= MAX_PAGES) void fetchNextPage()
    if (!behind && loaded < MAX_PAGES) patch({ pages: loaded + 1 })
  }
  return { rows: rowsOf(data), total: totalOf(data), hasMore: hasNextPage && !isPlaceholderData, loadMore }
}

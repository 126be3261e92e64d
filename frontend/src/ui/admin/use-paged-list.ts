import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Paged, rowsOf, totalOf } from '@/api/paging'
import { useUrlState } from '@/lib/url-state'

/** No address makes the app read more pages than this by itself. */
const MAX_PAGES = 40

function pagesIn(value: string | null): number {
  const pages = Number(value ?? 1)
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), MAX_PAGES) : 1
}

/** The rows of a list, as many pages of it as the address says (`pages`); `loadMore` adds one, there and here. */
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
    // After a failure nothing is read by itself.
    if (behind || isError || loaded >= MAX_PAGES) void fetchNextPage()
    if (!behind && loaded < MAX_PAGES) patch({ pages: loaded + 1 })
  }
  return { rows: rowsOf(data), total: totalOf(data), hasMore: hasNextPage && !isPlaceholderData, loadMore }
}

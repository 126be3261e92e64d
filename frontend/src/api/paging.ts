// Shared by all paged lists ('Load more').
import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { type Answer, type Page, unwrapPage } from './client'

/** What `useInfiniteQuery` gives for a list; it does not keep the type of the page parameter. */
export type Paged<T> = InfiniteData<Page<T>, unknown>

/** Rows on one page of most lists. */
export const PAGE_SIZE = 24

/** The parameter of a page: absent on the first one. */
export type After = { after?: string }

/** The options of a paged list; `call` requests the page that begins after a cursor. */
export const pagedQuery = <T>(
  queryKey: QueryKey,
  call: (after: After, signal: AbortSignal) => Promise<Answer<T[]>>,
) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: QueryFunctionContext<QueryKey, string | null>) =>
    unwrapPage(call(pageParam === null ? {} : { after: pageParam }, signal)),
  initialPageParam: null,
  getNextPageParam: ({ next }: Page<T>) => next,
})

/** All loaded rows, in order. */
export function rowsOf<T>(data: Paged<T> | undefined): T[] {
  return data?.pages.flatMap((page) => page.items) ?? []
}

/** The total number of rows, if the server gives it. */
export function totalOf<T>(data: Paged<T> | undefined): string | null {
  return data?.pages[0]?.total ?? null
}

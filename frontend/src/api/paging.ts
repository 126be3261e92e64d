// Shape shared by every list that is read page by page ('Load more').
import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from './client'

/** What `useInfiniteQuery` gives for a list; it does not keep the type of the page parameter. */
export type Paged<T> = InfiniteData<Page<T>, unknown>

export const FIRST_PAGE: string | null = null
export const nextPageParam = <T>(last: Page<T>): string | null => last.next

/** `after` for a page parameter: absent on the first page. */
export const afterParam = (pageParam: string | null): { after?: string } =>
  pageParam === null ? {} : { after: pageParam }

/** All rows read so far, in order. */
export function rowsOf<T>(data: Paged<T> | undefined): T[] {
  return data?.pages.flatMap((page) => page.items) ?? []
}

/** How many rows there are in all, as the server says it; null when it does not. */
export function totalOf<T>(data: Paged<T> | undefined): string | null {
  return data?.pages[0]?.total ?? null
}

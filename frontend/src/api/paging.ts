// Shared by all paged lists ('Load more').
import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from './client'

/** What `useInfiniteQuery` gives for a list; it does not keep the type of the page parameter. */
export type Paged<T> = InfiniteData<Page<T>, unknown>

export const FIRST_PAGE: string | null = null
export const nextPageParam = <T>(last: Page<T>): string | null => last.next

/** `after` for a page parameter: absent on the first page. */
export const afterParam = (pageParam: string | null): { after?: string } =>
  pageParam === null ? {} : { after: pageParam }

/** All loaded rows, in order. */
export function rowsOf<T>(data: Paged<T> | undefined): T[] {
  return data?.pages.flatMap((page) => page.items) ?? []
}

/** The total number of rows, if the server gives it. */
export function totalOf<T>(data: Paged<T> | undefined): string | null {
  return data?.pages[0]?.total ?? null
}

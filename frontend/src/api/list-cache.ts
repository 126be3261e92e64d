// Updates loaded lists after a mutation: their rows change at once, and the lists are refetched in the background.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Paged } from './paging'

/** A longer list is only marked as stale: its pages are read one by one, and calls are rate limited. */
const MAX_REREAD_PAGES = 3

/** '48' less one is '47'; an inexact total ('10000+') is not changed. */
const less = (total: string | null, removed: number): string | null =>
  total !== null && /^\d+$/.test(total) ? String(Number(total) - removed) : total

function changed<Row>(lists: Paged<Row>, change: (row: Row) => Row | null): Paged<Row> {
  const pages = lists.pages.map((page) => ({
    ...page,
    items: page.items.map(change).filter((row) => row !== null),
  }))
  const count = (all: Paged<Row>['pages']) => all.reduce((sum, { items }) => sum + items.length, 0)
  const removed = count(lists.pages) - count(pages)
  return { ...lists, pages: pages.map((page) => ({ ...page, total: less(page.total, removed) })) }
}

/** Replaces the row that `matches` in all lists below a key; null removes it. */
export function replaceRow<Row>(
  client: QueryClient,
  queryKey: QueryKey,
  matches: (row: Row) => boolean,
  now: Row | null,
): void {
  client.setQueriesData<Paged<Row>>(
    { queryKey },
    (lists) => lists && changed(lists, (row) => (matches(row) ? now : row)),
  )
}

const isLong = ({ state }: Query): boolean => {
  const { pages } = (state.data ?? {}) as { pages?: readonly unknown[] }
  return (pages?.length ?? 0) > MAX_REREAD_PAGES
}

/** Marks all lists below a key as stale and refetches the mounted ones, long lists only when they are next opened. */
export function invalidateLists(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey, predicate: (query) => !isLong(query) })
  void client.invalidateQueries({ queryKey, predicate: isLong, refetchType: 'none' })
}

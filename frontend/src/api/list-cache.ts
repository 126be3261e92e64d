// What a change does to the lists that are loaded: the rows show it at once, and what else may have changed is read
// behind them. Nobody waits for that.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Paged } from './paging'

/** A longer list is only marked as old: its pages would be read one after the other, and the shop counts the calls. */
const MAX_REREAD_PAGES = 3

/** '48' less one is '47'; what is not exact stays ('10000+'). */
const less = (total: string | null, gone: number): string | null =>
  total !== null && /^\d+$/.test(total) ? String(Number(total) - gone) : total

function changed<Row>(lists: Paged<Row>, change: (row: Row) => Row | null): Paged<Row> {
  const pages = lists.pages.map((page) => ({
    ...page,
    items: page.items.map(change).filter((row) => row !== null),
  }))
  const count = (all: Paged<Row>['pages']) => all.reduce((sum, { items }) => sum + items.length, 0)
  const gone = count(lists.pages) - count(pages)
  return { ...lists, pages: pages.map((page) => ({ ...page, total: less(page.total, gone) })) }
}

/** Changes the rows that the lists below a key show; `change` gives null for a row that is gone. */
export function changeRows<Row>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (row: Row) => Row | null,
): void {
  client.setQueriesData<Paged<Row>>({ queryKey }, (lists) => lists && changed(lists, change))
}

const isLong = ({ state }: Query): boolean => {
  const { pages } = (state.data ?? {}) as { pages?: readonly unknown[] }
  return (pages?.length ?? 0) > MAX_REREAD_PAGES
}

/** Everything below a key is old now; what is on the screen is read anew, long lists when they are next opened. */
export function invalidateLists(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey, predicate: (query) => !isLong(query) })
  void client.invalidateQueries({ queryKey, predicate: isLong, refetchType: 'none' })
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type Key, type ReactNode, useEffect } from 'react'
import type { Paged } from '@/api/paging'
import { roleRefusal } from '@/api/staff'
import { usePagedList } from '@/ui/admin/use-paged-list'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadMore } from '@/ui/load-more'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'

export type WorkListProps<Row> = {
  query: UseInfiniteQueryResult<Paged<Row>>
  /** The name of the rows, in the plural. */
  noun: string
  /** The sentence of the empty list. */
  empty: string
  /** The message for a failed query. */
  failure: string
  rowKey: (row: Row) => Key
  children: (row: Row) => ReactNode
}

/** A list of things to do as cards, with its states: loading, failed, empty and loaded, and 'Load more'. */
export function WorkList<Row>({ query, noun, empty, rowKey, children, ...rest }: WorkListProps<Row>) {
  const failure = roleRefusal(query.error) ?? rest.failure
  const { rows, total, hasMore, loadMore } = usePagedList(query)
  const { error, data, isPending, isRefetching, isFetchingNextPage, refetch } = query
  useEffect(() => {
    if (error !== null) toast.error(failure)
  }, [error, failure])
  return (
    <>
      {/* Rendered before its text: a live region announces changes only. */}
      <div role="status">
        {data !== undefined && rows.length === 0 && (
          <div className="rounded-card border border-line bg-white">
            <EmptyState icon={CircleCheck} title={empty} />
          </div>
        )}
      </div>
      {isPending && (
        <LoadingRegion>
          <div className="grid gap-4">
            {[1, 2].map((row) => (
              <Skeleton key={row} className="h-72 w-full" />
            ))}
          </div>
        </LoadingRegion>
      )}
      {!isPending && data === undefined && (
        <ErrorNotice message={failure} pending={isRefetching} onRetry={() => void refetch()} />
      )}
      {rows.length > 0 && (
        <>
          <ul className="grid gap-4">
            {rows.map((row) => (
              <li key={rowKey(row)} className="rounded-card border border-line bg-white p-4 sm:p-6">
                {children(row)}
              </li>
            ))}
          </ul>
          <LoadMore
            hasMore={hasMore}
            pending={isFetchingNextPage}
            onLoad={loadMore}
            shown={rows.length}
            total={total}
            noun={noun}
          />
        </>
      )}
    </>
  )
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Paged } from '@/api/paging'
import { roleRefusal } from '@/api/staff'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadMore } from '@/ui/load-more'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { DataTable, type DataTableProps } from '@/ui/table'
import { toast } from '@/ui/toast'
import { useListScroll } from './use-list-scroll'
import { usePagedList } from './use-paged-list'

export type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'stale'> & {
  query: UseInfiniteQueryResult<Paged<Row>>
  /** The name of the rows, in the plural. */
  noun: string
  /** The message for a failed query; absent: nothing is announced. */
  failure?: string
  /** Replaces the skeleton rows while the first page loads. */
  loading?: ReactNode
  /** Replaces the error notice when the first page failed. */
  failed?: ReactNode
}

function SkeletonRows() {
  return (
    <LoadingRegion>
      <div className="grid gap-px overflow-hidden rounded-card border border-line bg-white p-4">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="my-2 h-10 w-full" />
        ))}
      </div>
    </LoadingRegion>
  )
}

/** A paged list of the back-office with its states: loading, failed, empty and loaded, and 'Load more'. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, noun, loading, failed, empty, ...rest } = props
  const { failure: general, ...table } = rest
  const failure = roleRefusal(query.error) ?? general
  const { rows, total, hasMore, loadMore } = usePagedList(query)
  const { error, data, isPending, isRefetching, isPlaceholderData, refetch } = query
  const { isFetchingNextPage, isFetchNextPageError } = query
  const box = useListScroll(rows.length)
  useEffect(() => {
    if (error !== null && failure !== undefined) toast.error(failure)
  }, [error, failure])
  // An empty list of the former query does not mean that this one is empty.
  const waiting = isPending || (isPlaceholderData && rows.length === 0)
  return (
    <>
      {/* Rendered before its text: a live region announces changes only. */}
      <div role="status">
        {!waiting && data !== undefined && rows.length === 0 && (
          <div className="rounded-card border border-line bg-white">{empty}</div>
        )}
      </div>
      {waiting && (loading ?? <SkeletonRows />)}
      {!waiting &&
        data === undefined &&
        (failed ?? (
          <ErrorNotice message={failure ?? ''} pending={isRefetching} onRetry={() => void refetch()} />
        ))}
      {rows.length > 0 && (
        <>
          <DataTable
            maxHeightClass="md:max-h-[max(24rem,calc(100dvh-21.5rem))]"
            {...table}
            dense
            empty={null}
            box={box}
            rows={rows}
            stale={isPlaceholderData}
          />
          {isFetchNextPageError && failure === undefined && (
            <p role="alert" className="mt-6 text-center font-medium text-error">
              More {noun} could not be loaded.
            </p>
          )}
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

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type Key, type ReactNode, type UIEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Paged, rowsOf, totalOf } from '@/api/paging'
import { roleRefusal } from '@/api/staff'
import { useUrlState, withParams } from '@/lib/url-state'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadMore } from '@/ui/load-more'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { DataTable, type DataTableProps } from '@/ui/table'
import { toast } from '@/ui/toast'

/** The scroll position of the list for each history entry. */
const places = new Map<string, number>()

/** The list's query in the URL, without the open row and the number of pages. */
const questionIn = (search: string): string =>
  withParams(new URLSearchParams(search), { view: null, pages: null }).toString()

/**
 * Props for a scrolling list: restores its scroll position on Back, as the browser does for the window. Another query starts
 * at the top.
 */
function useListScroll(rows: number) {
  const { key, search } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const wanted = useRef(places.get(key) ?? 0)
  const last = useRef(wanted.current)
  const question = questionIn(search)
  const asked = useRef(question)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows there is more to scroll
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || wanted.current === 0) return
    box.scrollTop = wanted.current
    if (box.scrollTop >= wanted.current - 1) wanted.current = 0
  }, [rows])
  useEffect(() => {
    if (asked.current === question) return
    asked.current = question
    wanted.current = 0
    if (ref.current !== null) ref.current.scrollTop = 0
  }, [question])
  useEffect(() => () => void places.set(key, last.current), [key])

  const onScroll = ({ currentTarget }: UIEvent) => {
    last.current = currentTarget.scrollTop
  }
  return { ref, onScroll }
}

/** The most pages that a URL can request. */
const MAX_PAGES = 40

function pagesIn(value: string | null): number {
  const pages = Number(value ?? 1)
  return Number.isInteger(pages) ? Math.min(Math.max(pages, 1), MAX_PAGES) : 1
}

/** The rows of a list with the number of pages in the URL (`pages`). `loadMore` adds a page. */
function usePagedList<Row>(query: UseInfiniteQueryResult<Paged<Row>>) {
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

type PagedProps<Row> = {
  query: UseInfiniteQueryResult<Paged<Row>>
  /** The name of the rows, in the plural. */
  noun: string
  /** The message for a failed query; absent: nothing is announced. */
  failure?: string
  /** Replaces the skeletons while the first page loads. */
  loading?: ReactNode
  /** Replaces the error notice when the first page failed. */
  failed?: ReactNode
  empty: ReactNode
}

const Skeletons = ({ count, size }: { count: number; size: string }) =>
  Array.from({ length: count }, (_, row) => row).map((row) => (
    <Skeleton key={row} className={`w-full ${size}`} />
  ))

const SKELETON_ROWS = (
  <LoadingRegion>
    <div className="grid gap-px overflow-hidden rounded-card border border-line bg-white p-4">
      <Skeletons count={6} size="my-2 h-10" />
    </div>
  </LoadingRegion>
)

const SKELETON_CARDS = (
  <LoadingRegion>
    <div className="grid gap-4">
      <Skeletons count={2} size="h-72" />
    </div>
  </LoadingRegion>
)

/** The states of a paged list: loading, failed, empty and loaded, and 'Load more'. */
function PagedList<Row>({
  query,
  noun,
  loading,
  failed,
  empty,
  children,
  ...rest
}: PagedProps<Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  const failure = roleRefusal(query.error) ?? rest.failure
  const { rows, total, hasMore, loadMore } = usePagedList(query)
  const { error, data, isPending, isRefetching, isPlaceholderData, refetch } = query
  const { isFetchingNextPage, isFetchNextPageError } = query
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
      {waiting && loading}
      {!waiting &&
        data === undefined &&
        (failed ?? (
          <ErrorNotice message={failure ?? ''} pending={isRefetching} onRetry={() => void refetch()} />
        ))}
      {rows.length > 0 && (
        <>
          {children(rows)}
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

type TableProps<Row> = Omit<DataTableProps<Row>, 'empty' | 'box' | 'dense'>

function ScrolledTable<Row>(props: TableProps<Row>) {
  const box = useListScroll(props.rows.length)
  return (
    <DataTable
      maxHeightClass="md:max-h-[max(24rem,calc(100dvh-21.5rem))]"
      {...props}
      dense
      empty={null}
      box={box}
    />
  )
}

/** A paged list of the back-office as a table. */
export function PagedTable<Row>(props: PagedProps<Row> & Omit<TableProps<Row>, 'rows' | 'stale'>) {
  const { query, noun, failure, loading = SKELETON_ROWS, failed, empty, ...table } = props
  return (
    <PagedList
      query={query}
      noun={noun}
      loading={loading}
      failed={failed}
      empty={empty}
      {...(failure !== undefined && { failure })}
    >
      {(rows) => <ScrolledTable {...table} rows={rows} stale={query.isPlaceholderData} />}
    </PagedList>
  )
}

/** A paged list of things to do as cards; `empty` is the sentence where nothing is to be done. */
export function PagedCards<Row>({
  rowKey,
  empty,
  children,
  ...list
}: Omit<PagedProps<Row>, 'empty'> & {
  empty: string
  rowKey: (row: Row) => Key
  children: (row: Row) => ReactNode
}) {
  return (
    <PagedList {...list} loading={SKELETON_CARDS} empty={<EmptyState icon={CircleCheck} title={empty} />}>
      {(rows) => (
        <ul className="grid gap-4">
          {rows.map((row) => (
            <li key={rowKey(row)} className="rounded-card border border-line bg-white p-4 sm:p-6">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

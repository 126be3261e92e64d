import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '@/ui/cx'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'

/** A white card under its own heading. */
export function Panel({
  title,
  level = 'h3',
  action,
  children,
  className,
}: {
  title: string
  level?: 'h2' | 'h3'
  action?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = useId()
  const Heading = level
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-card border border-line bg-white p-5 sm:p-6', className)}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Heading id={id} className="font-display text-subheading">
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A part of the dashboard with several panels. */
export function PanelGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Renders a query's data, a skeleton while loading, an error with retry, and a note when the data is stale. */
export function Answer<Data>({
  query,
  what,
  waitingClass = 'h-24',
  children,
}: {
  query: UseQueryResult<Data>
  /** The name of the data, as the end of a sentence. */
  what: string
  waitingClass?: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && (
          <p role="alert" className="flex items-center gap-2 text-sm text-cocoa">
            <CircleAlert aria-hidden size={16} className="flex-none text-warning" />
            Could not be refreshed
          </p>
        )}
        {children(query.data)}
      </>
    )
  }
  if (query.isError) {
    return (
      <ErrorNotice
        message={`We could not load ${what}.`}
        pending={query.isRefetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <LoadingRegion>
      <Skeleton className={cx('w-full rounded-input', waitingClass)} />
    </LoadingRegion>
  )
}

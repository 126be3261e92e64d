import type { ReactElement, ReactNode } from 'react'
import { messageOf } from '@/api/problem'
import { ErrorNotice } from './error-notice'
import { LoadingRegion, Skeleton } from './skeleton'
import { Spinner } from './spinner'

/** What a query answers; before, a placeholder, and after a failure a notice with a button that tries again. */
export function Loaded<Data>({
  query: { data, error, isRefetching, refetch },
  failure,
  message,
  skeleton,
  label,
  children,
}: {
  query: { data: Data | undefined; error: Error | null; isRefetching: boolean; refetch: () => unknown }
  /** The sentence about a failure for which there is no other one. */
  failure?: string
  /** The sentence about every failure. */
  message?: string
  /** The placeholder, or the classes of its size; absent: a spinner. */
  skeleton?: string | ReactElement
  /** Announced while the query loads. */
  label?: string
  children?: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children?.(data)
  if (error !== null)
    return (
      <ErrorNotice
        message={message ?? messageOf(error, failure)}
        pending={isRefetching}
        onRetry={() => void refetch()}
      />
    )
  if (skeleton === undefined) return <Spinner label="Loading..." className="size-8 text-lotus" />
  return (
    <LoadingRegion label={label}>
      {typeof skeleton === 'string' ? <Skeleton className={`w-full ${skeleton}`} /> : skeleton}
    </LoadingRegion>
  )
}

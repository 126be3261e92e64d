import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '@/api/problem'
import { ErrorNotice } from './error-notice'
import { LoadingRegion } from './skeleton'

export type QueryFallbackProps = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** In place of the server's message. */
  failure?: string
  /** Announced while the query loads. */
  label?: string
  /** Shown while the query loads. */
  children: ReactNode
}

/** In place of the data of a query: a placeholder while it loads, or the failure with a retry. */
export function QueryFallback({ query, failure, label, children }: QueryFallbackProps) {
  if (query.error === null) return <LoadingRegion label={label}>{children}</LoadingRegion>
  return (
    <ErrorNotice
      message={failure ?? messageOf(query.error)}
      pending={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

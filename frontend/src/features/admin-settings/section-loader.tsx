import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '@/api/problem'
import { ErrorNotice } from '@/ui/error-notice'
import { Spinner } from '@/ui/spinner'
import { settingsQueries } from './queries'

/** The answer of a query, or what stands for it. */
export function Loaded<Data>({
  query: { data, error, isRefetching, refetch },
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error === null) return <Spinner label="Loading..." className="size-8 text-lotus" />
  return (
    <ErrorNotice
      message={messageOf(error, 'Failed to load the settings.')}
      pending={isRefetching}
      onRetry={() => void refetch()}
    />
  )
}

export type ShopFacts = { districts: string[]; address: string }

/** The 25 districts and the shop's address. */
export function WithShop({ children }: { children: (shop: ShopFacts) => ReactNode }) {
  return <Loaded query={useQuery(settingsQueries.shop())}>{children}</Loaded>
}

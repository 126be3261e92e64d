import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '@/api/types'
import { orderQueries } from '@/features/orders/queries'
import { Loaded } from '@/ui/loaded'
import { isUnderWay } from './amounts'

/** How often an order is asked for while one of its refunds is under way. */
const POLL_MS = 3_000

/** Whether a refund of the order is released, and neither settled nor failed nor left to staff. */
const isRefunding = (order: Order | null | undefined): boolean =>
  order?.refunds?.some((refund) => isUnderWay(refund) && refund.state !== 'unknown') ?? false

type OrderOfDialog = {
  /** The order; null where there is none, undefined before the answer. */
  order: Order | null | undefined
  query: UseQueryResult<Order | null>
}

/** The present order of a dialog. `known` is the order from the list, shown until the query answers. */
export function useOrderOfDialog(orderId: string, known: Order | undefined, open: boolean): OrderOfDialog {
  const query = useQuery({
    ...orderQueries.detail(orderId),
    enabled: open && orderId !== '',
    staleTime: 0,
    // The gateway answers some seconds after a refund was released.
    refetchInterval: ({ state }) => (isRefunding(state.data) ? POLL_MS : false),
  })
  return { order: query.data ?? (query.data === null ? null : known), query }
}

/** What a dialog shows of its order, or why it shows nothing. */
export function OrderInDialog({
  of: { order, query },
  children,
}: {
  of: OrderOfDialog
  children: (order: Order) => ReactNode
}) {
  return (
    <Loaded query={{ ...query, data: order }} skeleton="h-64">
      {(known) => (known === null ? <p>There is no order with this number.</p> : children(known))}
    </Loaded>
  )
}

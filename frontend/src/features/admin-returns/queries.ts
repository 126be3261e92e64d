// Calls about returns.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import type { Order, OrderListQuery, Return, ReturnJudgement, ReturnReceipt } from '@/api/types'
import { countWaiting } from '@/api/waiting'
import { useOrderAnswer } from '@/features/orders/order-mutations'

/** The states in which a return waits for staff. */
export const WAITING = ['requested', 'approved'] as const satisfies Return['state'][]
export type WaitingState = (typeof WAITING)[number]

const RETURNS = ['returns']

/** The orders with a return in this state, newest first. */
export const returnsQuery = (state: WaitingState) =>
  pagedQuery([...RETURNS, state], (after, signal) => {
    const query: OrderListQuery = { limit: PAGE_SIZE, returns: state, ...after }
    return api.GET('/api/orders', { params: { query }, signal })
  })

/** Shows an order in the lists that it belongs to, and removes it from the others. */
function showInLists(client: QueryClient, order: Order): void {
  for (const waiting of WAITING) {
    const belongs = order.returns.some(({ state }) => state === waiting)
    replaceRow<Order>(
      client,
      [...RETURNS, waiting],
      ({ orderId }) => orderId === order.orderId,
      belongs ? order : null,
    )
  }
}

/** What every change of a return does with its answer: the order is shown at once, and the lists are refetched. */
function useReturnAnswer() {
  const client = useQueryClient()
  const answer = useOrderAnswer()
  return {
    ...answer,
    onSuccess: (data: { order: Order }, variables: unknown, session: string | null) => {
      answer.onSuccess(data, variables, session)
      showInLists(client, data.order)
    },
    onSettled: () => {
      answer.onSettled()
      invalidateLists(client, RETURNS)
      void countWaiting(client)
    },
  }
}

type OfReturn<Body> = { orderId: string; returnId: number; body: Body }

/** Approves or rejects a return. */
export function useJudgeReturn() {
  return useMutation({
    mutationFn: ({ orderId, returnId, body }: OfReturn<ReturnJudgement>) =>
      unwrap(
        api.POST('/api/orders/{orderId}/returns/{returnId}/judge', {
          params: { path: { orderId, returnId: String(returnId) } },
          body,
        }),
      ),
    ...useReturnAnswer(),
  })
}

/** Records the units that came back. */
export function useReceiveReturn() {
  return useMutation({
    mutationFn: ({ orderId, returnId, body }: OfReturn<ReturnReceipt>) =>
      unwrap(
        api.POST('/api/orders/{orderId}/returns/{returnId}/received', {
          params: { path: { orderId, returnId: String(returnId) } },
          body,
        }),
      ),
    ...useReturnAnswer(),
  })
}

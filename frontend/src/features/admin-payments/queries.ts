// Calls about the money of orders.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists, replaceRow } from '@/api/list-cache'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import { hasCode, isGone } from '@/api/refusal'
import type {
  Attention,
  AttentionQuery,
  CallOutcome,
  ChargeRequest,
  ListedSlip,
  Order,
  OrderListQuery,
  RefundListQuery,
  RefundOutcome,
  RefundRequest,
  SlipListQuery,
  SlipReviewRequest,
} from '@/api/types'
import { useOrderAnswer } from '@/features/orders/order-mutations'

const ATTENTION = ['payments', 'attention']
const SLIPS = ['payments', 'slips']
const CALLS = ['payments', 'calls']

export const paymentQueries = {
  /** What waits for staff, newest first; of one order, where it is named. */
  attention: (orderId?: string) =>
    pagedQuery([...ATTENTION, orderId ?? ''], (after, signal) => {
      const query: AttentionQuery = { limit: PAGE_SIZE, ...(orderId && { orderId }), ...after }
      return api.GET('/api/admin/attention', { params: { query }, signal })
    }),
  /** The slips that wait for a check, oldest first. */
  slips: () =>
    pagedQuery(SLIPS, (after, signal) => {
      const query: SlipListQuery = { limit: PAGE_SIZE, state: 'inReview', ...after }
      return api.GET('/api/admin/slips', { params: { query }, signal })
    }),
  /** The orders of which money has to go back or is on its way, oldest order first. */
  refunds: () =>
    pagedQuery(['payments', 'refunds'], (after, signal) => {
      const query: RefundListQuery = { limit: PAGE_SIZE, ...after }
      return api.GET('/api/admin/refunds', { params: { query }, signal })
    }),
  /** The orders whose customer is called before they are packed, newest first. */
  calls: () =>
    pagedQuery(CALLS, (after, signal) => {
      const query: OrderListQuery = { limit: PAGE_SIZE, toCall: true, ...after }
      return api.GET('/api/orders', { params: { query }, signal })
    }),
}

/** What every change of a payment does with its answer: the order is shown at once, and the lists are refetched. */
function usePaymentAnswer() {
  const client = useQueryClient()
  const { onSettled, ...answer } = useOrderAnswer()
  return {
    ...answer,
    onSettled: () => {
      onSettled()
      invalidateLists(client, ['payments'])
    },
  }
}

/** Records money that came in. A retry with the same key records it once. */
export function useCharge() {
  return useMutation({
    mutationFn: ({ orderId, key, body }: { orderId: string; key: string; body: ChargeRequest }) =>
      unwrap(
        api.POST('/api/orders/{orderId}/charges', {
          params: { path: { orderId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    ...usePaymentAnswer(),
  })
}

/** Releases a refund. A retry with the same key releases no second one. */
export function useRefund() {
  return useMutation({
    mutationFn: ({ orderId, key, body }: { orderId: string; key: string; body: RefundRequest }) =>
      unwrap(
        api.POST('/api/orders/{orderId}/refunds', {
          params: { path: { orderId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    ...usePaymentAnswer(),
  })
}

/** Tells what became of a refund whose outcome is not known. */
export function useResolveRefund() {
  return useMutation({
    mutationFn: ({ refundId, outcome }: { refundId: string; outcome: RefundOutcome }) =>
      unwrap(
        api.POST('/api/refunds/{refundId}/resolve', { params: { path: { refundId } }, body: { outcome } }),
      ),
    ...usePaymentAnswer(),
  })
}

/** Whether the slip was reviewed, or deleted, since it was shown. */
export const isReviewed = (error: unknown): boolean =>
  isGone(error) || hasCode(error, 'payment.slip_reviewed')

/** Accepts or rejects a slip; the list of those to check loses it at once. */
export function useReviewSlip(orderId: string, slipId: string) {
  const client = useQueryClient()
  const answer = usePaymentAnswer()
  const remove = () => replaceRow<ListedSlip>(client, SLIPS, ({ slip }) => slip.slipId === slipId, null)
  return useMutation({
    ...answer,
    mutationFn: (body: SlipReviewRequest): Promise<{ message: string; order: Order }> =>
      unwrap(
        api.POST('/api/orders/{orderId}/slips/{slipId}/review', {
          params: { path: { orderId, slipId } },
          body,
        }),
      ),
    onSuccess: (data, variables, session) => {
      answer.onSuccess(data, variables, session)
      remove()
    },
    onError: (error, variables, session) => {
      answer.onError(error, variables, session)
      if (isReviewed(error)) remove()
    },
  })
}

/** Whether the order waits for no call: it was confirmed, packed or cancelled since it was shown. */
export const isNotConfirmable = (error: unknown): boolean =>
  isGone(error) || hasCode(error, 'order.not_confirmable')

/** Notes what came of a call. The list keeps an order whose customer did not answer. */
export function useCallOutcome() {
  const client = useQueryClient()
  const answer = usePaymentAnswer()
  const put = (orderId: string, now: Order | null) =>
    replaceRow<Order>(client, CALLS, (row) => row.orderId === orderId, now)
  return useMutation({
    ...answer,
    mutationFn: ({ orderId, outcome }: { orderId: string; outcome: CallOutcome }) =>
      unwrap(
        api.POST('/api/orders/{orderId}/cod-confirmation', {
          params: { path: { orderId } },
          body: { outcome },
        }),
      ),
    onSuccess: (data, variables, session) => {
      answer.onSuccess(data, variables, session)
      put(variables.orderId, variables.outcome === 'unreachable' ? data.order : null)
    },
    onError: (error, variables, session) => {
      answer.onError(error, variables, session)
      if (isNotConfirmable(error)) put(variables.orderId, null)
    },
  })
}

/** Closes an item that waits; the lists lose it at once. */
export function useCloseAttention() {
  const client = useQueryClient()
  const remove = (id: number) =>
    replaceRow<Attention>(client, ATTENTION, (row) => row.attentionId === id, null)
  return useMutation({
    mutationFn: ({ id, note }: { id: number; note: string }) =>
      unwrap(api.POST('/api/admin/attention/{id}/close', { params: { path: { id } }, body: { note } })),
    onSuccess: (_, { id }) => remove(id),
    onError: (error, { id }) => {
      if (isGone(error)) remove(id)
    },
    onSettled: () => {
      invalidateLists(client, ['payments'])
      // The list of orders can be narrowed to those that wait, and counts them.
      invalidateLists(client, ['orders'])
    },
  })
}

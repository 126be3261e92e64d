// Calls about promotions.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { PAGE_SIZE, pagedQuery } from '@/api/paging'
import { carriedBy } from '@/api/refusal'
import type { Promotion, PromotionInput, PromotionPreviewRequest } from '@/api/types'
import { useAttemptKey } from '@/lib/use-attempt-key'

const LIST = ['promotions', 'list']

const readAll = (signal: AbortSignal) => unwrap(api.GET('/api/admin/promotions', { signal }))

export const promotionQueries = {
  /** All promotions, newest first. */
  list: () => queryOptions({ queryKey: LIST, queryFn: ({ signal }) => readAll(signal), staleTime: 0 }),
  /** A promotion to edit, read anew for each form and not while it is open; null where there is none. */
  form: (promotionId: string) =>
    queryOptions({
      queryKey: ['promotions', 'form', promotionId],
      queryFn: async ({ signal }) =>
        (await readAll(signal)).find((one) => one.promotionId === promotionId) ?? null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  /** The orders that used it, newest first. */
  uses: (promotionId: string) => ({
    ...pagedQuery(['promotions', 'uses', promotionId], (after, signal) =>
      api.GET('/api/admin/promotions/{promotionId}/uses', {
        params: { path: { promotionId }, query: { limit: PAGE_SIZE, ...after } },
        signal,
      }),
    ),
    staleTime: 0,
  }),
  /** The price of a sample cart with a promotion that is not saved. */
  preview: (body: PromotionPreviewRequest) =>
    queryOptions({
      queryKey: ['promotions', 'preview', body],
      queryFn: ({ signal }) => unwrap(api.POST('/api/admin/promotions/preview', { body, signal })),
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
}

/** The present promotion in the refusal of a save that was based on an older one. */
export const presentOf = (error: unknown): Promotion | null =>
  carriedBy(error, 'promotion.changed', 'promotion')

/** Adds a promotion, or replaces the one that is named at the version that was seen. */
export function useSavePromotion() {
  const client = useQueryClient()
  const keyOf = useAttemptKey()
  return useMutation({
    mutationFn: ({ promotionId, body }: { promotionId: string | null; body: PromotionInput }) =>
      unwrap(
        promotionId === null
          ? api.POST('/api/admin/promotions', {
              body,
              params: { header: { 'Idempotency-Key': keyOf(body) } },
            })
          : api.PUT('/api/admin/promotions/{promotionId}', { body, params: { path: { promotionId } } }),
      ),
    onSuccess: () => {
      for (const queryKey of [LIST, ['shop'], ['quote']]) void client.invalidateQueries({ queryKey })
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { carriedBy } from '@/api/refusal'
import type { PlaceOrderRequest, Quote } from '@/api/types'
import { invalidateProducts } from '@/features/catalog/queries'

type OrderAttempt = {
  order: PlaceOrderRequest
  /** The same for every attempt of one order until its answer is known. */
  idempotencyKey: string
}

export type ShortLine = { productId: string; name: string; requested: number; available: number }

/** Places an order. Retrying with the same key never orders twice. */
export function usePlaceOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: OrderAttempt) =>
      unwrap(
        api.POST('/api/orders', { body: order, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
      ),
    // In the background. The quote of the bought lines is not refetched: the checkout would report them as sold out until
    // the next page is shown.
    onSettled: (_, error) => {
      void client.invalidateQueries({ queryKey: ['orders'] })
      void client.invalidateQueries({ queryKey: ['quote'], refetchType: error === null ? 'none' : 'active' })
      void invalidateProducts(client)
    },
  })
}

/** The new quote when the error is a changed total, else null. */
export const changedQuote = (error: unknown): Quote | null => carriedBy(error, 'order.price_changed', 'quote')

/** The quote without the coupon when the error is a coupon that does not hold any more, else null. */
export const couponQuote = (error: unknown): Quote | null => carriedBy(error, 'order.coupon_refused', 'quote')

/** The lines above the stock when the error is a short stock, else empty. */
export function shortLines(error: unknown): ShortLine[] {
  const lines = carriedBy<ShortLine[]>(error, 'order.out_of_stock', 'lines')
  return Array.isArray(lines) ? lines : []
}

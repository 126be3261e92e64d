import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { OrderResponse, ReturnRequest } from '@/api/types'
import { type UploadOptions, upload } from '@/features/images/upload'
import { useOrderAnswer } from '@/features/payments/order-answer'

type Photo = { orderId: string; returnId: number; file: File } & UploadOptions

function sendPhoto({ orderId, returnId, file, ...options }: Photo): Promise<OrderResponse> {
  const form = new FormData()
  form.append('file', file)
  const path = `/api/orders/${encodeURIComponent(orderId)}/returns/${returnId}/photos`
  return upload<OrderResponse>(path, form, options)
}

type Request = {
  orderId: string
  /** The same for every attempt with the same content. */
  key: string
  body: ReturnRequest
  photos: readonly File[]
  /** Called with the number of the photo that is sent next. */
  onPhoto: (number: number) => void
}

/**
 * Asks for a return, and sends its photos one after the other. A photo that fails leaves the return as it is: it can be added later.
 * Answers the order and how many photos failed.
 */
export function useRequestReturn() {
  return useMutation({
    mutationFn: async ({ orderId, key, body, photos, onPhoto }: Request) => {
      let answer = await unwrap(
        api.POST('/api/orders/{orderId}/returns', {
          params: { path: { orderId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      )
      const returnId = answer.order.returns.at(-1)?.returnId ?? 0
      let failed = 0
      for (const [place, file] of photos.entries()) {
        onPhoto(place + 1)
        const { message } = answer
        const sent = await sendPhoto({ orderId, returnId, file }).catch(() => null)
        if (sent === null) failed += 1
        else answer = { ...sent, message }
      }
      return { ...answer, failed }
    },
    ...useOrderAnswer(),
  })
}

/** Adds a photo to a return that the shop has not judged. */
export function useAddPhoto() {
  return useMutation({ mutationFn: sendPhoto, ...useOrderAnswer() })
}

/** Takes a request for a return back. */
export function useWithdrawReturn() {
  return useMutation({
    mutationFn: ({ orderId, returnId }: { orderId: string; returnId: number }) =>
      unwrap(
        api.POST('/api/orders/{orderId}/returns/{returnId}/withdraw', {
          params: { path: { orderId, returnId: String(returnId) } },
        }),
      ),
    ...useOrderAnswer(),
  })
}

/** The account to which the money of a return goes. It is no part of the order, and is not kept on the device. */
export const bankAccountQuery = (orderId: string, returnId: number) =>
  queryOptions({
    queryKey: ['orders', 'return-account', orderId, returnId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/orders/{orderId}/returns/{returnId}/bank-account', {
          params: { path: { orderId, returnId: String(returnId) } },
          signal,
        }),
      ),
    gcTime: 0,
  })

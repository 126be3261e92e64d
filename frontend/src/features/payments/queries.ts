import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { invalidateLists } from '@/api/list-cache'
import type { OrderResponse, PaymentMethod } from '@/api/types'
import { type UploadOptions, upload } from '@/features/images/upload'
import { useOrderAnswer } from './order-answer'

/** Starts an attempt to pay what is due of an order by card. */
export function useStartPayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) =>
      unwrap(api.POST('/api/orders/{orderId}/payments', { params: { path: { orderId } } })),
    onSettled: () => invalidateLists(client, ['orders']),
  })
}

/** `expectedTotal` is the total that the customer saw with the method. */
type MethodChoice = { orderId: string; paymentMethod: PaymentMethod; expectedTotal: number }

/** Chooses another method of payment for an order that is neither paid nor packed. */
export function useChangeMethod() {
  return useMutation({
    mutationFn: ({ orderId, ...body }: MethodChoice) =>
      unwrap(api.POST('/api/orders/{orderId}/payment-method', { params: { path: { orderId } }, body })),
    ...useOrderAnswer(),
  })
}

type SlipUpload = { orderId: string; file: File; bankReference: string } & UploadOptions

/** Sends a picture of a bank slip. */
export function useSendSlip() {
  return useMutation({
    mutationFn: ({ orderId, file, bankReference, ...options }: SlipUpload) => {
      const form = new FormData()
      // Fields come before the file, so that the server has read them when it arrives.
      if (bankReference !== '') form.append('bankReference', bankReference)
      form.append('file', file)
      return upload<OrderResponse>(`/api/orders/${encodeURIComponent(orderId)}/slips`, form, options)
    },
    ...useOrderAnswer(),
  })
}

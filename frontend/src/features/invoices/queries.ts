import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapOrNull } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { invalidateLists } from '@/api/list-cache'
import { sessionToken } from '@/api/session'
import type { Invoice, TaxInvoiceRequest } from '@/api/types'

const keyOf = (orderId: string) => ['orders', 'invoices', orderId]

/** The invoices and credit notes of an order, oldest first; null where there is no such order. */
export const invoicesQuery = (orderId: string) =>
  queryOptions({
    queryKey: keyOf(orderId),
    queryFn: ({ signal }) =>
      unwrapOrNull(api.GET('/api/orders/{orderId}/invoices', { params: { path: { orderId } }, signal })),
    staleTime: 0,
  })

/** What a change of the invoices does with its answer, all invoices of the order: they are shown at once. */
function useInvoicesAnswer(orderId: string) {
  const client = useQueryClient()
  return {
    // The answer must not reach another session that has begun meanwhile.
    onMutate: () => sessionToken(),
    onSuccess: (invoices: Invoice[], _: unknown, session: string | null) => {
      if (isCurrentSession(session)) client.setQueryData(keyOf(orderId), invoices)
    },
    onSettled: () => invalidateLists(client, ['orders']),
  }
}

/** Issues the invoice of an order that has none. */
export function useIssueInvoice(orderId: string) {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/orders/{orderId}/invoices', { params: { path: { orderId } } })),
    ...useInvoicesAnswer(orderId),
  })
}

/** Notes that a document is printed. The answer is what is printed: from the second time on a copy. */
export function useNotePrint(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (number: string) =>
      unwrap(
        api.POST('/api/orders/{orderId}/invoices/{number}/print', { params: { path: { orderId, number } } }),
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(orderId) }),
  })
}

/** Replaces the invoice by a tax invoice for a registered buyer. */
export function useAskTaxInvoice(orderId: string) {
  return useMutation({
    mutationFn: (body: TaxInvoiceRequest) =>
      unwrap(api.POST('/api/orders/{orderId}/tax-invoice', { params: { path: { orderId } }, body })),
    ...useInvoicesAnswer(orderId),
  })
}

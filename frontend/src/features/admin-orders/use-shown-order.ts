import { useState } from 'react'
import type { Order } from '@/api/types'
import { useUrlState } from '@/lib/url-state'

/** The order whose details are open. Its number is in the address (`view`), so that it can be linked to and Back closes it. */
export function useShownOrder() {
  const [params, patch] = useUrlState()
  const viewed = params.get('view') ?? ''
  // Kept while the dialog closes, so that its text stays.
  const [last, setLast] = useState(viewed)
  if (viewed !== '' && viewed !== last) setLast(viewed)
  return {
    orderId: viewed || last,
    open: viewed !== '',
    show: (order: Order) => patch({ view: order.orderId }, { push: true }),
    close: () => patch({ view: null }),
  }
}

// The URL parameters of the orders page: q, status, fulfilment, toCall, payment, attention, from, to.
import type { OrderCountsQuery, PaymentFilter } from '@/api/types'
import type { OrderListParams } from '@/features/orders/queries'
import { maxLength } from '@/lib/limits'
import { oneOf, type UrlPatch } from '@/lib/url-state'
import { STATUSES } from '@/ui/admin/order-status'
import { QUEUES } from './fulfilment'

export const PAYMENTS = [
  { value: '', label: 'Any payment' },
  { value: 'due', label: 'Payment due' },
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'pending', label: 'Being checked' },
  { value: 'slipInReview', label: 'Slip to check' },
  { value: 'partiallyPaid', label: 'Partly paid' },
  { value: 'paid', label: 'Paid' },
  { value: 'refundDue', label: 'Refund due' },
  { value: 'partiallyRefunded', label: 'Partly refunded' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'chargedBack', label: 'Charged back' },
] as const satisfies { value: PaymentFilter | ''; label: string }[]

export type OrderListState = {
  q: string
  status: (typeof STATUSES)[number] | ''
  queue: (typeof QUEUES)[number] | ''
  /** Customers who have to be called before their order is packed. */
  toCall: boolean
  payment: PaymentFilter | ''
  attention: boolean
  /** Days such as '2027-01-14', or ''. */
  from: string
  to: string
}

/** A patch that leaves all orders. */
export const NO_FILTERS: UrlPatch = {
  q: null,
  status: null,
  fulfilment: null,
  toCall: null,
  payment: null,
  attention: null,
  from: null,
  to: null,
  pages: null,
}

/** Years before it are half typed: '0002' is the beginning of '2026'. */
const FIRST_YEAR = '2000'

/** Whether a text is a day since 2000, such as '2027-01-14'. */
export const isWhole = (day: string): boolean => day >= FIRST_YEAR

/** The day in a parameter; '' for any other text, and for a day that no calendar has. */
function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || !isWhole(text)) return ''
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : ''
}

export function readListState(params: URLSearchParams): OrderListState {
  const point = params.get('fulfilment')
  return {
    q: (params.get('q') ?? '').slice(0, maxLength('searchLength')),
    status: oneOf(params.get('status'), ['', ...STATUSES], ''),
    // Links to the packing queue from before it left out unpaid orders.
    queue: oneOf(point === 'unfulfilled' ? 'toPack' : point, ['', ...QUEUES], ''),
    toCall: params.get('toCall') === 'true',
    payment: oneOf(
      params.get('payment'),
      PAYMENTS.map(({ value }) => value),
      '',
    ),
    attention: params.get('attention') === 'true',
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  }
}

/** The filters as the server takes them. */
export const filtersOf = (state: OrderListState): OrderListParams & OrderCountsQuery => ({
  ...(state.status && { status: state.status }),
  ...(state.queue && { fulfilment: state.queue }),
  ...(state.toCall && { toCall: true }),
  ...(state.payment && { payment: state.payment }),
  ...(state.attention && { attention: true }),
  ...(state.from && { from: state.from }),
  ...(state.to && { to: state.to }),
  ...(state.q.trim() && { q: state.q.trim() }),
})

/** Whether the list may have orders that are not packed, and is narrow enough to tick several of them. */
export const holdsUnpacked = ({ q, status, queue, toCall, payment }: OrderListState): boolean => {
  if (queue !== '') return queue === 'toPack'
  return status === 'processing' || (status === '' && (toCall || q.trim() !== '' || payment !== ''))
}

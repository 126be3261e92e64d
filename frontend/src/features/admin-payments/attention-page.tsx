import { useInfiniteQuery } from '@tanstack/react-query'
import type { Attention } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { focusHeading } from '@/ui/admin/focus-heading'
import { PagedCards } from '@/ui/admin/paged-table'
import { attentionLabel } from './labels'
import { CloseAttention } from './order-attention'
import { OrderLink } from './order-link'
import { paymentQueries } from './queries'

export const TITLE = 'Attention'

/** What staff can do about an item. */
const ADVICE: Record<Attention['kind'], string> = {
  unmatched: 'Look the payment up in your PayHere account, and find the order that it belongs to.',
  amountMismatch: 'Nothing was booked. Look the payment up in your PayHere account.',
  duplicatePayment: 'Refund the second payment in the order.',
  latePayment: 'Refund the payment in the order, or set the order to processing again.',
  overpaid:
    'Check in your bank account or PayHere account that all of it came, then refund the rest in the order.',
  chargeback:
    'Send nothing more for it. Answer the dispute in your PayHere account, where you can show that the parcel arrived.',
  lateSlip: 'Check the slip in the order. Then refund the money, or set the order to processing again.',
}

function Item({ item }: { item: Attention }) {
  const { kind, orderId, detail, at } = item
  return (
    <article aria-label={attentionLabel(kind)} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{attentionLabel(kind)}</h2>
        {orderId !== null && <OrderLink orderId={orderId} />}
      </div>
      <p className="break-words">
        {detail} {ADVICE[kind]}
      </p>
      <p className="text-sm text-cocoa">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      <CloseAttention item={item} onClosed={focusHeading} />
    </article>
  )
}

/** What of payments waits for staff, newest first. */
export function AttentionPage() {
  const query = useInfiniteQuery({ ...paymentQueries.attention(), staleTime: 0 })
  return (
    <AdminPage
      title={TITLE}
      about="Payments that did not go as they should. Close an item when it is settled, and note what was done."
    >
      <PagedCards
        query={query}
        noun="items"
        empty="Nothing needs attention"
        failure="Failed To Fetch Items. Please Try Again"
        rowKey={({ attentionId }) => attentionId}
      >
        {(item) => <Item item={item} />}
      </PagedCards>
    </AdminPage>
  )
}

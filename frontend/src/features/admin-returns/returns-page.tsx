import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Order } from '@/api/types'
import { OrderLink } from '@/features/admin-payments/order-link'
import { orderCountsQuery } from '@/features/orders/queries'
import { oneOf, useUrlState } from '@/lib/url-state'
import { AdminPage } from '@/ui/admin/admin-page'
import { FilterChips } from '@/ui/admin/filter-chips'
import { focusHeading } from '@/ui/admin/focus-heading'
import { PagedCards } from '@/ui/admin/paged-table'
import { returnsQuery, WAITING, type WaitingState } from './queries'
import { ReturnDetails } from './return-details'

export const TITLE = 'Returns'

const LISTS: Record<
  WaitingState,
  { label: string; count: 'returnsRequested' | 'returnsApproved'; empty: string }
> = {
  requested: { label: 'To judge', count: 'returnsRequested', empty: 'No return to judge' },
  approved: { label: 'On their way back', count: 'returnsApproved', empty: 'No return on its way' },
}

function ReturnsOf({ order, state }: { order: Order; state: WaitingState }) {
  const { orderId, name, phone } = order
  return (
    <article aria-label={`Return of ${orderId}`} className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <OrderLink orderId={orderId} />
        <span className="break-words">{name}</span>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="text-lotus underline underline-offset-2">
          {phone}
        </a>
      </p>
      {order.returns
        .filter((one) => one.state === state)
        .map((one) => (
          <ReturnDetails key={one.returnId} order={order} of={one} onDone={focusHeading} />
        ))}
    </article>
  )
}

/** The returns that wait for staff: those to judge, and those whose items are on their way back. */
export function ReturnsPage() {
  const [params, patch] = useUrlState()
  const state = oneOf(params.get('state'), WAITING, 'requested')
  const query = useInfiniteQuery({ ...returnsQuery(state), staleTime: 0 })
  const counts = useQuery(orderCountsQuery({})).data
  return (
    <AdminPage title={TITLE} about="What customers send back: judge what they ask for, and record what came.">
      <div className="mb-5">
        <FilterChips
          label="Show returns"
          options={WAITING.map((value) => ({
            value,
            label: LISTS[value].label,
            count: { count: counts?.[LISTS[value].count], noun: 'orders' },
          }))}
          value={state}
          onChange={(next) => patch({ state: next === 'requested' ? null : next, pages: null })}
        />
      </div>
      <PagedCards
        query={query}
        noun="returns"
        empty={LISTS[state].empty}
        failure="Failed To Fetch Returns. Please Try Again"
        rowKey={({ orderId }) => orderId}
      >
        {(order) => <ReturnsOf order={order} state={state} />}
      </PagedCards>
    </AdminPage>
  )
}

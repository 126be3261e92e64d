import { useInfiniteQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { rowsOf } from '@/api/paging'
import type { Order } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { LoadFailure } from '@/ui/admin/load-failure'
import { CloseAttention } from './close-attention'
import { attentionLabel } from './labels'
import { paymentQueries } from './queries'

/** What of an order's payment waits for staff; nothing where nothing waits. */
export function OrderAttention({ order }: { order: Order }) {
  const { data, isError, isRefetching, refetch } = useInfiniteQuery({
    ...paymentQueries.attention(order.orderId),
    staleTime: 0,
  })
  if (isError && data === undefined)
    return <LoadFailure what="What waits for staff" pending={isRefetching} onRetry={() => void refetch()} />
  return rowsOf(data).map((item) => (
    <div key={item.attentionId} className="grid gap-2 rounded-input bg-warning-wash p-4">
      <p className="flex gap-2 font-semibold">
        <TriangleAlert aria-hidden size={20} className="mt-0.5 flex-none text-warning" />
        {attentionLabel(item.kind)}
      </p>
      <p className="break-words">
        {item.detail} <span className="text-sm text-cocoa">{formatDateTime(item.at)}</span>
      </p>
      <CloseAttention item={item} />
    </div>
  ))
}

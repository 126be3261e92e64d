import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Order, Slip } from '@/api/types'
import { attachmentQuery } from '@/features/images/attachments'
import { formatDateTime } from '@/lib/date'
import { toCents } from '@/lib/money'
import { LoadFailure } from '@/ui/admin/load-failure'
import { Badge } from '@/ui/badge'
import { cx } from '@/ui/cx'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { useObjectUrl } from '@/ui/use-object-url'
import { SLIP_LOOKS } from './labels'
import { SlipReview } from './slip-review'

/** The picture of a slip, fetched with the session; a press shows it in full width. */
export function SlipPicture({ orderId, slipId }: { orderId: string; slipId: string }) {
  const { data, isError, isRefetching, refetch } = useQuery(attachmentQuery(orderId, slipId))
  const url = useObjectUrl(data ?? null)
  const [large, setLarge] = useState(false)
  if (isError && data === undefined)
    return <LoadFailure what="The picture" pending={isRefetching} onRetry={() => void refetch()} />
  if (url === null)
    return (
      <LoadingRegion>
        <Skeleton className="h-56 w-full" />
      </LoadingRegion>
    )
  return (
    <button
      type="button"
      aria-pressed={large}
      aria-label={`Picture of the slip of ${orderId}, large`}
      className="block w-full rounded-input border border-line bg-white p-2"
      onClick={() => setLarge(!large)}
    >
      <img src={url} alt="" className={cx('mx-auto', large ? 'w-full' : 'h-52 max-w-full object-contain')} />
    </button>
  )
}

type SlipItemProps = { order: Order; slip: Slip; onReviewed: () => void }

function SlipItem({ order, slip, onReviewed }: SlipItemProps) {
  const { slipId, at, state, bankReference, reason } = slip
  const { label, tone } = SLIP_LOOKS[state]
  return (
    <li className="grid items-start gap-4 py-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <SlipPicture orderId={order.orderId} slipId={slipId} />
      <div className="grid min-w-0 gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <span className="text-sm text-cocoa">
            Sent <time dateTime={at}>{formatDateTime(at)}</time>
          </span>
        </p>
        {state !== 'inReview' && bankReference !== null && (
          <p className="break-words">Bank reference: {bankReference}</p>
        )}
        {reason !== null && <p className="break-words">{reason}</p>}
        {state === 'inReview' && (
          <SlipReview
            orderId={order.orderId}
            slip={slip}
            dueCents={toCents(order.payment.amountDue)}
            onReviewed={onReviewed}
          />
        )}
      </div>
    </li>
  )
}

/** The bank slips of an order, those to check first. */
export function SlipList({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const toCheck = order.slips.filter(({ state }) => state === 'inReview')
  const others = order.slips.filter(({ state }) => state !== 'inReview')
  if (order.slips.length === 0) return null
  return (
    <section aria-label="Bank slips">
      <h4 ref={heading} tabIndex={-1} className="font-semibold">
        Bank slips
      </h4>
      <ul className="divide-y divide-line">
        {[...toCheck, ...others].map((slip) => (
          <SlipItem
            key={slip.slipId}
            order={order}
            slip={slip}
            // Its form, which had the focus, is removed.
            onReviewed={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </section>
  )
}

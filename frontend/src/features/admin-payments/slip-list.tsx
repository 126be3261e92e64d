import { useRef } from 'react'
import type { Order, Slip } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { toCents } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { SLIP_LOOKS } from './labels'
import { SlipPicture } from './slip-picture'
import { SlipReview } from './slip-review'

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

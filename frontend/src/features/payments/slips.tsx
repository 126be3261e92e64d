import { type Ref, useId } from 'react'
import type { Order, Slip } from '@/api/types'
import { AttachmentPicture } from '@/features/images/attachment-picture'
import { formatDateTime } from '@/lib/date'
import { Badge, type BadgeTone } from '@/ui/badge'

const STATES: Record<Slip['state'], { label: string; tone: BadgeTone }> = {
  inReview: { label: 'In review', tone: 'blue' },
  accepted: { label: 'Accepted', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
}

function OneSlip({ orderId, slip, number }: { orderId: string; slip: Slip; number: number }) {
  const { label, tone } = STATES[slip.state]
  return (
    <li className="flex gap-3.5 py-3">
      <AttachmentPicture
        orderId={orderId}
        id={slip.slipId}
        name={`Bank slip ${number}`}
        alt="The bank slip"
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          Bank slip {number}
          <Badge tone={tone}>{label}</Badge>
        </p>
        {slip.bankReference !== null && <p className="break-words">Reference {slip.bankReference}</p>}
        {slip.state === 'rejected' && slip.reason !== null && <p className="break-words">{slip.reason}</p>}
        <p className="text-sm text-cocoa">
          Sent <time dateTime={slip.at}>{formatDateTime(slip.at)}</time>
        </p>
      </div>
    </li>
  )
}

type SlipsProps = {
  order: Order
  /** Takes the focus after a slip was sent. */
  headingRef: Ref<HTMLHeadingElement>
}

/** The bank slips of an order with their states, oldest first. */
export function Slips({ order: { orderId, slips }, headingRef }: SlipsProps) {
  const id = useId()
  if (slips.length === 0) return null
  return (
    <div>
      <h3 ref={headingRef} id={id} tabIndex={-1} className="mb-3 font-display text-lg">
        Your bank slips
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line border-y border-line">
        {slips.map((slip, place) => (
          <OneSlip key={slip.slipId} orderId={orderId} slip={slip} number={place + 1} />
        ))}
      </ul>
    </div>
  )
}

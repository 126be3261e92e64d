import { useMay } from '@/api/staff'
import type { Order, Return } from '@/api/types'
import { AttachmentPicture } from '@/features/images/attachment-picture'
import { reasonName } from '@/features/returns/words'
import { formatDateTime } from '@/lib/date'
import { formatInteger } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { Badge, type BadgeTone } from '@/ui/badge'
import { BankAccount } from './bank-account'
import { JudgeReturn } from './judge-return'
import { ReceiveReturn } from './receive-return'

const LOOKS: Record<Return['state'], { label: string; tone: BadgeTone }> = {
  requested: { label: 'To judge', tone: 'yellow' },
  approved: { label: 'On its way back', tone: 'blue' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  received: { label: 'Received', tone: 'green' },
}

type Item = Return['items'][number]

/** What came back of a line: '1 to stock, 1 written off'. */
function cameBack({ restocked, writtenOff }: Item): string {
  const parts = [
    ...(restocked > 0 ? [`${formatInteger(restocked)} to stock`] : []),
    ...(writtenOff > 0 ? [`${formatInteger(writtenOff)} written off`] : []),
  ]
  return parts.length === 0 ? 'did not come' : parts.join(', ')
}

function Items({ of: { items, state, credit, deliveryCredit } }: { of: Return }) {
  const isReceived = state === 'received'
  return (
    <ul className="divide-y divide-line border-y border-line tabular-nums">
      {items.map((item) => (
        <li key={item.productId} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span className="min-w-0">
            {formatInteger(item.quantity)} × {item.name}
            {isReceived && <span className="block text-sm text-cocoa">{cameBack(item)}</span>}
          </span>
          {isReceived && <span className="ms-auto whitespace-nowrap">{formatMoney(item.credit)}</span>}
        </li>
      ))}
      {deliveryCredit > 0 && (
        <li className="flex justify-between gap-4 py-2">
          Delivery <span>{formatMoney(deliveryCredit)}</span>
        </li>
      )}
      {isReceived && (
        <li className="flex justify-between gap-4 py-2 font-semibold">
          Credited <span>{formatMoney(credit)}</span>
        </li>
      )}
    </ul>
  )
}

/** When the return was asked for, judged and received. */
function Times({ of: { at, byStaff, decidedAt, receivedAt, state } }: { of: Return }) {
  const decided = state === 'rejected' ? 'rejected' : state === 'withdrawn' ? 'withdrawn' : 'approved'
  const times = [
    [`Requested${byStaff ? ' by staff' : ''}`, at],
    [decided, decidedAt],
    ['received', receivedAt],
  ]
  return (
    <p className="text-sm text-cocoa">
      {times
        .filter(([, time]) => time !== null)
        .map(([what, time]) => `${what} ${formatDateTime(time ?? '')}`)
        .join(' · ')}
    </p>
  )
}

type ReturnDetailsProps = {
  order: Order
  of: Return
  /** Called when a step was taken: its form, which had the focus, is removed. */
  onDone: () => void
}

/** A return as staff see it, with the step that it waits for. */
export function ReturnDetails({ order: { orderId }, of, onDone }: ReturnDetailsProps) {
  const may = useMay()
  const { returnId, state, reason, comment, resolution, photos, decisionReason, hasBankAccount } = of
  const { label, tone } = LOOKS[state]
  const step = { orderId, of, onDone }
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-semibold">{reasonName(reason)}</span>
        <span>{resolution === 'exchange' ? 'Wants the same item again' : 'Wants the money back'}</span>
      </p>
      <Times of={of} />
      {comment !== null && <p className="break-words whitespace-pre-line">{comment}</p>}
      {photos.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {photos.map(({ photoId }, place) => (
            <AttachmentPicture
              key={photoId}
              orderId={orderId}
              id={photoId}
              name={`Photo ${place + 1} of return ${returnId}`}
              alt="What is returned"
            />
          ))}
        </div>
      )}
      <Items of={of} />
      {decisionReason !== null && <p className="break-words">{decisionReason}</p>}
      {hasBankAccount && may('managePayments') && <BankAccount orderId={orderId} returnId={returnId} />}
      {state === 'requested' && may('cancelProcessingOrders') && <JudgeReturn {...step} />}
      {state === 'approved' && may('fulfilOrders') && <ReceiveReturn {...step} />}
    </div>
  )
}

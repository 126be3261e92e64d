import { useRef } from 'react'
import { messageOf } from '@/api/problem'
import type { Order, Refund, RefundOutcome } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { useConfirm } from '@/ui/admin/use-confirm'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Money } from '@/ui/price'
import { toast } from '@/ui/toast'
import { REFUND_LOOKS } from './labels'
import { useResolveRefund } from './queries'

type Question = { refund: Refund; outcome: RefundOutcome }

const QUESTIONS = {
  settled: {
    title: 'Has the money gone back?',
    text: 'The refund is booked. Check the account at PayHere first.',
    label: 'It went back',
  },
  failed: {
    title: 'Has no money gone back?',
    text: 'The refund ends without a booking, and can be made again. Check the account at PayHere first.',
    label: 'No money went',
  },
} as const satisfies Record<RefundOutcome, object>

function RefundRow({ refund, onAsk }: { refund: Refund; onAsk: (question: Question) => void }) {
  const { refundId, state, amount, via, reference, reason, at } = refund
  const { label, tone } = REFUND_LOOKS[state]
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-2">
          <Money amount={amount} className="font-semibold" />
          <Badge tone={tone}>{label}</Badge>
          <span className="text-sm text-cocoa">{via === 'gateway' ? 'through PayHere' : 'by hand'}</span>
        </p>
        <p className="text-sm text-cocoa">
          {refundId} · <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
      </div>
      {(reason !== null || reference !== null) && (
        <p className="text-sm break-words">{[reason, reference].filter(Boolean).join(' · ')}</p>
      )}
      {state === 'unknown' && (
        <>
          <p className="text-sm">
            PayHere gave no clear answer. The refund is not sent again: look it up in your account there.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" variant="secondary" onClick={() => onAsk({ refund, outcome: 'settled' })}>
              It went back
            </Button>
            <Button size="sm" variant="secondary" onClick={() => onAsk({ refund, outcome: 'failed' })}>
              No money went
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

/** The refunds of an order; staff say what became of those whose outcome is not known. */
export function RefundList({ order: { refunds = [] } }: { order: Order }) {
  const asked = useConfirm<Question>()
  const heading = useRef<HTMLHeadingElement>(null)
  const resolved = useRef(false)
  const { mutate, isPending } = useResolveRefund()
  if (refunds.length === 0) return null
  const resolve = ({ refund: { refundId }, outcome }: Question) =>
    mutate(
      { refundId, outcome },
      {
        onSuccess: ({ message }) => {
          resolved.current = true
          toast.success(message)
        },
        onError: (error) => toast.error(messageOf(error, 'Failed to resolve the refund. Please try again.')),
        onSettled: asked.close,
      },
    )
  const question = asked.subject && QUESTIONS[asked.subject.outcome]
  return (
    <section aria-label="Refunds">
      <h4 ref={heading} tabIndex={-1} className="font-semibold">
        Refunds
      </h4>
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <RefundRow key={refund.refundId} refund={refund} onAsk={asked.ask} />
        ))}
      </ul>
      {asked.subject && question && (
        <ConfirmDialog
          {...asked.dialog}
          title={question.title}
          description={`${asked.subject.refund.refundId}: ${question.text}`}
          confirmLabel={question.label}
          pending={isPending}
          onConfirm={() => asked.subject && resolve(asked.subject)}
          // The buttons that asked are gone with the question.
          finalFocus={() => {
            const gone = resolved.current
            resolved.current = false
            return gone ? (heading.current ?? true) : true
          }}
        />
      )}
    </section>
  )
}

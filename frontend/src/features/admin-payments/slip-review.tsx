import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { Slip } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { type FormField, SmallForm, useSmallForm, useSuggestion } from '@/ui/admin/small-form'
import { toast } from '@/ui/toast'
import { amountFault, centsIn, dueHint, fieldText } from './amounts'
import { isReviewed, useReviewSlip } from './queries'

type SlipReviewProps = {
  orderId: string
  slip: Slip
  /** What the order still owes, in cents. */
  dueCents: number
  /** Called when the slip is reviewed, by this form or by another member of staff. */
  onReviewed: () => void
}

/** The callbacks of a review. */
const reviewed = (done: string, { onReviewed }: SlipReviewProps, showErrors: (error: unknown) => void) => ({
  onSuccess: () => {
    toast.success(done)
    onReviewed()
  },
  onError: (error: unknown) => {
    if (isReviewed(error)) {
      toast.info('Another member of staff has reviewed this slip meanwhile.')
      return onReviewed()
    }
    if (!hasCode(error, 'payment.reference_used'))
      toast.error(messageOf(error, 'Failed to review the slip. Please try again.'))
    showErrors(error)
  },
})

const REASON: readonly FormField<'reason'>[] = [
  {
    name: 'reason',
    label: 'Why is it rejected?',
    rows: 2,
    maxLength: 500,
    autoFocus: true,
    hint: 'The customer reads this, and can send another slip.',
    missing: 'Enter a reason',
  },
]

function RejectForm({ onBack, ...props }: SlipReviewProps & { onBack: () => void }) {
  const state = useSmallForm({ reason: '' })
  const { mutate, isPending } = useReviewSlip(props.orderId, props.slip.slipId)
  const reject = state.submit(({ reason }) =>
    mutate({ outcome: 'rejected', reason }, reviewed('Slip rejected.', props, state.showErrors)),
  )
  return (
    <SmallForm
      state={state}
      fields={REASON}
      onSubmit={reject}
      submit="Reject slip"
      tone="danger"
      pending={isPending}
      cancel={{ label: 'Back', variant: 'quiet' }}
      onCancel={onBack}
    />
  )
}

/** Until an amount is typed it follows what is due: another slip may be accepted meanwhile. */
function AcceptForm({ onReject, ...props }: SlipReviewProps & { onReject: () => void }) {
  const { orderId, slip, dueCents } = props
  const state = useSmallForm({ amount: fieldText(dueCents), bankReference: slip.bankReference ?? '' })
  useSuggestion(state, 'amount', fieldText(dueCents))
  const { mutate, isPending, error } = useReviewSlip(orderId, slip.slipId)
  const { amount: typed, bankReference: number } = state.values
  const isUsed = hasCode(error, 'payment.reference_used')
  const showErrors = (refusal: unknown) => {
    if (hasCode(refusal, 'payment.reference_used'))
      state.form.setError('bankReference', { type: 'server', message: messageOf(refusal) })
    else state.showErrors(refusal)
  }
  const fields: readonly FormField<'amount' | 'bankReference'>[] = [
    {
      name: 'amount',
      label: 'Amount that came, in LKR',
      inputMode: 'decimal',
      hint: dueHint(centsIn(typed), dueCents),
      rule: amountFault,
    },
    {
      name: 'bankReference',
      label: 'Bank reference',
      maxLength: maxLength('paymentIdLength'),
      hint: 'As your bank statement has it.',
      missing: "Enter the bank's reference",
    },
  ]
  const accept = state.submit(({ amount, bankReference }) =>
    mutate(
      { outcome: 'accepted', amount: (centsIn(amount) ?? 0) / 100, bankReference },
      reviewed('Payment accepted.', props, showErrors),
    ),
  )
  return (
    <SmallForm
      state={state}
      fields={fields}
      onSubmit={accept}
      submit="Accept payment"
      pending={isPending}
      cancel={{ label: 'Reject', variant: 'secondary' }}
      onCancel={onReject}
    >
      {isUsed && (
        <Link
          to={`/admin/orders?q=${encodeURIComponent(number.trim())}`}
          className="text-lotus underline underline-offset-2"
        >
          Show the order with this reference
        </Link>
      )}
    </SmallForm>
  )
}

/** Compares the slip with the bank statement: accepted it books what came, rejected the customer learns why. */
export function SlipReview(props: SlipReviewProps) {
  const [rejecting, setRejecting] = useState(false)
  return (
    <div className="grid gap-4">
      {props.slip.byStaff === true && (
        <p className="text-sm text-cocoa">Uploaded by staff for the customer.</p>
      )}
      {props.slip.seenElsewhere === true && (
        <p className="flex gap-2 rounded-input bg-warning-wash p-3">
          <TriangleAlert aria-hidden size={20} className="mt-0.5 flex-none text-warning" />
          The same picture was sent for another order. Check that the money came twice.
        </p>
      )}
      {rejecting ? (
        <RejectForm {...props} onBack={() => setRejecting(false)} />
      ) : (
        <AcceptForm {...props} onReject={() => setRejecting(true)} />
      )}
    </div>
  )
}

import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { Slip } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { formatCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { TextareaField, TextField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { AMOUNT_ERROR, centsIn, fieldText } from './amounts'
import { isReviewed, useReviewSlip } from './queries'

const FAILED = 'Failed to review the slip. Please try again.'

function report(error: unknown) {
  if (isReviewed(error)) toast.info('Another member of staff has reviewed this slip meanwhile.')
  else if (!hasCode(error, 'payment.reference_used')) toast.error(messageOf(error, FAILED))
}

/** Compares what came with what is due. */
function amountHint(cents: number | null, due: number): string {
  if (cents === null || cents === due) return `Due: ${formatCents(due)}`
  if (cents < due) return `Due: ${formatCents(due)}. ${formatCents(due - cents)} stays due.`
  return `Due: ${formatCents(due)}. ${formatCents(cents - due)} more than that, which is to be refunded.`
}

export type SlipReviewProps = {
  orderId: string
  slip: Slip
  /** What the order still owes, in cents. */
  dueCents: number
  /** Called when the slip is reviewed, by this form or by another member of staff. */
  onReviewed: () => void
}

function RejectForm({
  orderId,
  slip: { slipId },
  onReviewed,
  onBack,
}: SlipReviewProps & { onBack: () => void }) {
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const { mutate, isPending, error } = useReviewSlip(orderId, slipId)
  const missing = checked && reason.trim() === '' ? 'Enter a reason' : undefined
  const reject = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() === '' || isPending) return
    mutate(
      { outcome: 'rejected', reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success('Slip rejected.')
          onReviewed()
        },
        onError: (failure) => {
          report(failure)
          if (isReviewed(failure)) onReviewed()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={reject} className="grid gap-4">
      <TextareaField
        label="Why is it rejected?"
        rows={2}
        maxLength={500}
        autoFocus
        hint="The customer reads this, and can send another slip."
        value={reason}
        error={missing ?? firstFieldErrors(error).reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" variant="danger" pending={isPending}>
          Reject slip
        </Button>
        <Button size="sm" variant="quiet" disabled={isPending} onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

function AcceptForm({
  orderId,
  slip,
  dueCents,
  onReviewed,
  onReject,
}: SlipReviewProps & { onReject: () => void }) {
  // Until something is typed, the amount follows what is due: another slip may be accepted meanwhile.
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? fieldText(dueCents)
  const [reference, setReference] = useState(slip.bankReference ?? '')
  const [checked, setChecked] = useState(false)
  const { mutate, isPending, error } = useReviewSlip(orderId, slip.slipId)
  const refused = firstFieldErrors(error)
  const cents = centsIn(amount)
  const isUsed = hasCode(error, 'payment.reference_used')
  const referenceError = () => {
    if (isUsed) return messageOf(error)
    return checked && reference.trim() === '' ? "Enter the bank's reference" : refused.bankReference
  }
  const accept = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (cents === null || reference.trim() === '' || isPending) return
    mutate(
      { outcome: 'accepted', amount: cents / 100, bankReference: reference.trim() },
      {
        onSuccess: () => {
          toast.success('Payment accepted.')
          onReviewed()
        },
        onError: (failure) => {
          report(failure)
          if (isReviewed(failure)) onReviewed()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={accept} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Amount that came, in LKR"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          hint={amountHint(cents, dueCents)}
          error={checked && cents === null ? AMOUNT_ERROR : refused.amount}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label="Bank reference"
          autoComplete="off"
          maxLength={maxLength('paymentIdLength')}
          hint="As your bank statement has it."
          value={reference}
          error={referenceError()}
          onChange={(event) => setReference(event.target.value)}
        />
      </div>
      {isUsed && (
        <Link
          to={`/admin/orders?q=${encodeURIComponent(reference.trim())}`}
          className="text-lotus underline underline-offset-2"
        >
          Show the order with this reference
        </Link>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" pending={isPending}>
          Accept payment
        </Button>
        <Button size="sm" variant="secondary" disabled={isPending} onClick={onReject}>
          Reject
        </Button>
      </div>
    </form>
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

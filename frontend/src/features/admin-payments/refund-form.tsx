import { type FormEvent, useState } from 'react'
import { ApiError, firstFieldErrors, messageOf } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { Order, RefundRequest } from '@/api/types'
import { isConfirmNeeded } from '@/features/security/queries'
import { useConfirmed } from '@/features/security/use-confirmed'
import { maxLength } from '@/lib/limits'
import { formatCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { TextareaField, TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
import { AMOUNT_ERROR, centsIn, fieldText, refundable } from './amounts'
import { useAttemptKey } from './attempt-key'
import { useRefund } from './queries'

type Via = RefundRequest['via']
type Values = { amount: string; via: Via; reference: string; reason: string }

const WAYS = [
  { value: 'byHand', label: 'By hand: it is returned already' },
  { value: 'gateway', label: 'Through PayHere' },
] as const

/** The part above what is due lowers what the customer owes. */
function goodwillHint(amount: number | null, due: number, most: number): string {
  const base = `Refund due: ${formatCents(due)}. At most ${formatCents(most)} can be refunded`
  if (amount === null || amount <= due) return base
  return `${base}. ${formatCents(amount - due)} is more than that: it becomes a goodwill credit.`
}

/** The sentence about a refusal or a failed call. */
function failureText(error: unknown, most: number): string {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.code === 'payment.exceeds_held')
    return `Only ${formatCents(most)} can be refunded: the rest was refunded or is on its way.`
  if (error.status === 0 || error.status >= 500)
    return 'We do not know whether the refund was recorded. Please try again: it is recorded once.'
  return Object.keys(error.errors).length === 0 ? messageOf(error) : ''
}

function Failure({ error, most }: { error: unknown; most: number }) {
  const text = error === null ? '' : failureText(error, most)
  if (text === '') return null
  return (
    <p role="alert" className="rounded-input bg-error-wash p-3 font-medium">
      {text}
    </p>
  )
}

/** Releases a refund. */
export function RefundForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { dueCents, mostCents, gatewayCents } = refundable(order)
  const byGateway = gatewayCents > 0
  const [values, setValues] = useState<Values>({
    amount: fieldText(byGateway ? Math.min(dueCents, gatewayCents) : dueCents),
    via: byGateway ? 'gateway' : 'byHand',
    reference: '',
    reason: '',
  })
  const [checked, setChecked] = useState(false)
  const [asking, setAsking] = useState(false)
  const keyOf = useAttemptKey()
  const refund = useRefund()
  const { mutate, isPending, dialog } = useConfirmed(refund)
  const error = isConfirmNeeded(refund.error) ? null : refund.error
  const refused = firstFieldErrors(error)
  const cents = centsIn(values.amount)
  const most = values.via === 'gateway' ? gatewayCents : mostCents
  const change = (fields: Partial<Values>) => setValues({ ...values, ...fields })
  const reason = values.reason.trim()
  const release = () => {
    if (cents === null) return
    const reference = values.reference.trim()
    const body = {
      amount: cents / 100,
      via: values.via,
      reason,
      ...(values.via === 'byHand' && reference !== '' && { reference }),
    }
    mutate(
      { orderId: order.orderId, key: keyOf(body), body },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
        onError: (failure) => {
          if (hasCode(failure, 'payment.no_gateway_refunds')) change({ via: 'byHand' })
        },
        onSettled: () => setAsking(false),
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (cents === null || cents > most || reason === '' || isPending) return
    if (values.via === 'gateway') setAsking(true)
    else release()
  }
  const amountError = () => {
    if (cents === null) return AMOUNT_ERROR
    if (cents <= most) return undefined
    return values.via === 'gateway' && cents <= mostCents
      ? `At most ${formatCents(most)} can be refunded through PayHere. Refund the rest by hand.`
      : `At most ${formatCents(most)} can be refunded`
  }
  return (
    <form noValidate onSubmit={submit} aria-label="Refund" className="grid gap-4 rounded-input bg-shell p-4">
      <Failure error={error} most={most} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Amount in LKR"
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={values.amount}
          hint={goodwillHint(cents, dueCents, most)}
          error={checked ? (amountError() ?? refused.amount) : undefined}
          onChange={(event) => change({ amount: event.target.value })}
        />
        {byGateway ? (
          <SelectField
            label="How"
            options={WAYS}
            value={values.via}
            error={refused.via}
            onChange={(event) => change({ via: event.target.value === 'gateway' ? 'gateway' : 'byHand' })}
          />
        ) : (
          <p className="text-cocoa sm:pt-8">By hand: record it after you returned the money.</p>
        )}
        {values.via === 'byHand' && (
          <TextField
            label="Reference"
            optional
            autoComplete="off"
            fieldClassName="sm:col-span-2"
            maxLength={maxLength('paymentIdLength')}
            hint="The bank's reference of the transfer back."
            value={values.reference}
            error={refused.reference}
            onChange={(event) => change({ reference: event.target.value })}
          />
        )}
        <TextareaField
          label="Reason"
          rows={2}
          maxLength={500}
          fieldClassName="sm:col-span-2"
          value={values.reason}
          error={checked && reason === '' ? 'Enter a reason' : refused.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" pending={isPending && !asking}>
          {values.via === 'gateway' ? 'Send refund' : 'Record refund'}
        </Button>
        <Button size="sm" variant="quiet" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Send this refund?"
        description={`PayHere returns ${formatCents(cents ?? 0)} of order ${order.orderId} to the customer. It cannot be taken back.`}
        confirmLabel="Send refund"
        pending={isPending}
        onConfirm={release}
      >
        {asking && dialog}
      </ConfirmDialog>
      {!asking && dialog}
    </form>
  )
}

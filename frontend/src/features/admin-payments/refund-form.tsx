import { useState } from 'react'
import { ApiError, messageOf } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { Order, RefundRequest } from '@/api/types'
import { isConfirmNeeded } from '@/features/security/queries'
import { useConfirmed } from '@/features/security/use-confirmed'
import { maxLength } from '@/lib/limits'
import { formatCents } from '@/lib/money'
import { useAttemptKey } from '@/lib/use-attempt-key'
import { type FormField, SmallForm, useSmallForm } from '@/ui/admin/small-form'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { amountFault, centsIn, fieldText, refundable } from './amounts'
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

/** Releases a refund. */
export function RefundForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { dueCents, mostCents, gatewayCents } = refundable(order)
  const hasGateway = gatewayCents > 0
  const state = useSmallForm<Values>({
    amount: fieldText(hasGateway ? Math.min(dueCents, gatewayCents) : dueCents),
    via: hasGateway ? 'gateway' : 'byHand',
    reference: '',
    reason: '',
  })
  const { values } = state
  const isByHand = values.via === 'byHand'
  const most = isByHand ? mostCents : gatewayCents
  const [asking, setAsking] = useState(false)
  const keyOf = useAttemptKey()
  const refund = useRefund()
  const { mutate, isPending, dialog } = useConfirmed(refund)
  const failure =
    refund.error === null || isConfirmNeeded(refund.error) ? '' : failureText(refund.error, most)
  const fault = (text: string): string | undefined => {
    const cents = centsIn(text)
    if (cents === null || cents <= most) return amountFault(text)
    return !isByHand && cents <= mostCents
      ? `At most ${formatCents(most)} can be refunded through PayHere. Refund the rest by hand.`
      : `At most ${formatCents(most)} can be refunded`
  }
  const way: FormField<keyof Values> = { name: 'via', label: 'How', options: WAYS }
  const reference: FormField<keyof Values> = {
    name: 'reference',
    label: 'Reference',
    optional: true,
    isWide: true,
    maxLength: maxLength('paymentIdLength'),
    hint: "The bank's reference of the transfer back.",
  }
  const fields: readonly FormField<keyof Values>[] = [
    {
      name: 'amount',
      label: 'Amount in LKR',
      inputMode: 'decimal',
      autoFocus: true,
      hint: goodwillHint(centsIn(values.amount), dueCents, most),
      rule: fault,
    },
    ...(hasGateway ? [way] : []),
    ...(isByHand ? [reference] : []),
    { name: 'reason', label: 'Reason', rows: 2, maxLength: 500, isWide: true, missing: 'Enter a reason' },
  ]
  const release = ({ amount, via, reference: number, reason }: Values) => {
    const body = {
      amount: (centsIn(amount) ?? 0) / 100,
      via,
      reason,
      ...(via === 'byHand' && number !== '' && { reference: number }),
    }
    mutate(
      { orderId: order.orderId, key: keyOf(body), body },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
        onError: (error) => {
          if (hasCode(error, 'payment.no_gateway_refunds')) state.set('via', 'byHand')
          state.showErrors(error)
        },
        onSettled: () => setAsking(false),
      },
    )
  }
  return (
    <SmallForm
      name="Refund"
      className="rounded-input bg-shell p-4"
      state={state}
      fields={fields}
      onSubmit={state.submit((typed) => (isByHand ? release(typed) : setAsking(true)))}
      submit={isByHand ? 'Record refund' : 'Send refund'}
      pending={isPending}
      onCancel={onDone}
      intro={
        <>
          {failure !== '' && (
            <p role="alert" className="rounded-input bg-error-wash p-3 font-medium">
              {failure}
            </p>
          )}
          {!hasGateway && <p className="text-cocoa">By hand: record it after you returned the money.</p>}
        </>
      }
    >
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Send this refund?"
        description={`PayHere returns ${formatCents(centsIn(values.amount) ?? 0)} of order ${order.orderId} to the customer. It cannot be taken back.`}
        confirmLabel="Send refund"
        pending={isPending}
        onConfirm={state.submit(release)}
      >
        {asking && dialog}
      </ConfirmDialog>
      {!asking && dialog}
    </SmallForm>
  )
}

import { ApiError, messageOf } from '@/api/problem'
import type { Order, PaymentMethod } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { toCents } from '@/lib/money'
import { useAttemptKey } from '@/lib/use-attempt-key'
import { announced, type FormField, SmallForm, useSmallForm, useSuggestion } from '@/ui/admin/small-form'
import { toast } from '@/ui/toast'
import { amountFault, centsIn, dueHint, fieldText } from './amounts'
import { METHOD_OPTIONS } from './labels'
import { useCharge } from './queries'

const FAILED = 'Failed to record the payment. Please try again.'

/** The error message. After a network or server error the outcome is unknown. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
    ? 'We do not know whether the payment was recorded. Please try again: it is recorded once.'
    : messageOf(error, FAILED)

/** Records a payment that staff received. The amount follows the amount due, which an accepted slip changes, until one is typed. */
export function ChargeForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const due = toCents(order.payment.amountDue)
  const state = useSmallForm({ method: order.payment.method, amount: fieldText(due), reference: '' })
  useSuggestion(state, 'amount', fieldText(due))
  const keyOf = useAttemptKey()
  const { mutate, isPending } = useCharge()
  const fields: readonly FormField<keyof typeof state.values>[] = [
    { name: 'method', label: 'Paid by', options: METHOD_OPTIONS },
    {
      name: 'amount',
      label: 'Amount in LKR',
      inputMode: 'decimal',
      autoFocus: true,
      hint: dueHint(centsIn(state.values.amount), due),
      rule: amountFault,
    },
    {
      name: 'reference',
      label: 'Reference',
      isWide: true,
      maxLength: maxLength('paymentIdLength'),
      hint: "Number of the receipt, or the bank's reference.",
      missing: 'Enter a reference',
    },
  ]
  const record = state.submit(({ method, amount, reference }) => {
    const body = { method: method as PaymentMethod, amount: (centsIn(amount) ?? 0) / 100, reference }
    mutate(
      { orderId: order.orderId, key: keyOf(body), body },
      {
        ...announced(FAILED, onDone),
        onError: (error) => {
          toast.error(failureText(error))
          state.showErrors(error)
        },
      },
    )
  })
  return (
    <SmallForm
      name="Record a payment"
      className="rounded-input bg-shell p-4"
      state={state}
      fields={fields}
      onSubmit={record}
      submit="Record payment"
      pending={isPending}
      onCancel={onDone}
    />
  )
}

import { type FormEvent, useState } from 'react'
import { ApiError, firstFieldErrors, messageOf } from '@/api/problem'
import type { Order, PaymentMethod } from '@/api/types'
import { maxLength } from '@/lib/limits'
import { formatCents, toCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
import { AMOUNT_ERROR, centsIn, fieldText } from './amounts'
import { useAttemptKey } from './attempt-key'
import { METHOD_OPTIONS } from './labels'
import { useCharge } from './queries'

/** The amount is null until it is typed: what is due then, which a slip that is accepted changes. */
type Values = { method: PaymentMethod; amount: string | null; reference: string }

const methodOf = (value: string): PaymentMethod =>
  METHOD_OPTIONS.find((option) => option.value === value)?.value ?? 'cod'

/** The sentence about an amount that is not what is due. */
function dueHint(amount: number | null, due: number): string {
  if (amount === null || amount === due) return `Due: ${formatCents(due)}`
  if (amount < due) return `Due: ${formatCents(due)}. ${formatCents(due - amount)} stays due.`
  return `Due: ${formatCents(due)}. ${formatCents(amount - due)} more than that, which is to be refunded.`
}

/** The sentence about a failed call. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
    ? 'We do not know whether the payment was recorded. Please try again: it is recorded once.'
    : messageOf(error, 'Failed to record the payment. Please try again.')

/** Records money that came in. */
export function ChargeForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const due = toCents(order.payment.amountDue)
  const [values, setValues] = useState<Values>({
    method: order.payment.method,
    amount: null,
    reference: '',
  })
  const [checked, setChecked] = useState(false)
  const keyOf = useAttemptKey()
  const { mutate, isPending, error } = useCharge()
  const amount = values.amount ?? fieldText(due)
  const cents = centsIn(amount)
  const refused = firstFieldErrors(error)
  const change = (fields: Partial<Values>) => setValues({ ...values, ...fields })
  const record = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const reference = values.reference.trim()
    if (cents === null || reference === '' || isPending) return
    const body = { method: values.method, amount: cents / 100, reference }
    mutate(
      { orderId: order.orderId, key: keyOf(body), body },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
        onError: (failure) => toast.error(failureText(failure)),
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={record}
      aria-label="Record a payment"
      className="grid gap-4 rounded-input bg-shell p-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Paid by"
          options={METHOD_OPTIONS}
          value={values.method}
          error={refused.method}
          onChange={(event) => change({ method: methodOf(event.target.value) })}
        />
        <TextField
          label="Amount in LKR"
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={amount}
          hint={dueHint(cents, due)}
          error={checked && cents === null ? AMOUNT_ERROR : refused.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
        <TextField
          label="Reference"
          autoComplete="off"
          fieldClassName="sm:col-span-2"
          maxLength={maxLength('paymentIdLength')}
          hint="Number of the receipt, or the bank's reference."
          value={values.reference}
          error={checked && values.reference.trim() === '' ? 'Enter a reference' : refused.reference}
          onChange={(event) => change({ reference: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" pending={isPending}>
          Record payment
        </Button>
        <Button size="sm" variant="quiet" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

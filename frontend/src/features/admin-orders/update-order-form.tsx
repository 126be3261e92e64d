import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { bindFields, showFieldErrors } from '@/api/form-errors'
import { useMay } from '@/api/staff'
import type { Order, OrderUpdate } from '@/api/types'
import { isConfirmNeeded } from '@/features/security/queries'
import { useConfirmed } from '@/features/security/use-confirmed'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { TextareaField, TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
import { ChangedNotice } from './changed-notice'
import {
  changedOrder,
  changeOf,
  describeChange,
  type OrderFormValues,
  orderFormSchema,
  rebased,
  statusOptions,
  valuesOf,
} from './order-form'
import { useUpdateOrder } from './queries'
import { RefusalNotice } from './refusal-notice'

/** The effect of a status change on the stock. */
function stockHint(before: Order['status'], after: Order['status']): string | undefined {
  if (before === after) return undefined
  if (after === 'cancelled') return 'Its items go back into stock.'
  return before === 'cancelled' ? 'Its items are taken from stock again.' : undefined
}

export type UpdateOrderFormProps = {
  id: string
  order: Order
  onDone: () => void
  /** Called with whether the form has unsaved input. */
  onDirty: (dirty: boolean) => void
}

/** The form for status, notes and payment. It asks before saving; its buttons are in the dialog's footer. */
export function UpdateOrderForm({ id, order, onDone, onDirty }: UpdateOrderFormProps) {
  // The order that the form is based on, and the one before the server reported a change.
  const [seen, setSeen] = useState(order)
  const [before, setBefore] = useState<Order | null>(null)
  const [change, setChange] = useState<OrderUpdate>({})
  const [asking, setAsking] = useState(false)
  const update = useUpdateOrder()
  const { mutate, isPending, dialog } = useConfirmed(update)
  const error = isConfirmNeeded(update.error) ? null : update.error
  const may = useMay()
  const { register, handleSubmit, watch, setError, reset, setValue, getValues, formState } =
    useForm<OrderFormValues>({
      resolver: zodResolver(orderFormSchema),
      defaultValues: valuesOf(order),
    })
  const { isDirty } = formState
  const field = bindFields({ register, formState })
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const ask = handleSubmit((values) => {
    setChange(changeOf(seen, values))
    setAsking(true)
  })
  /** Bases the form on the present order and keeps its input. */
  const rebase = (present: Order) => {
    const mine = rebased(getValues(), seen, present)
    reset(valuesOf(present))
    for (const [field, value] of Object.entries(mine)) {
      setValue(field as keyof OrderFormValues, value, { shouldDirty: true })
    }
    setBefore(seen)
    setSeen(present)
  }
  const save = () =>
    mutate(
      { orderId: order.orderId, update: change },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
        onError: (failure) => {
          toast.error('Failed to update order. Please try again.')
          const present = changedOrder(failure)
          if (present !== null) return rebase(present)
          showFieldErrors(failure, ['status', 'notes', 'paymentId'], setError)
        },
        onSettled: () => setAsking(false),
      },
    )
  return (
    <form id={id} noValidate onSubmit={ask} className="grid gap-5">
      {before === null ? (
        <RefusalNotice error={error} />
      ) : (
        <>
          <ChangedNotice
            before={before.status}
            present={seen}
            mine={watch('status')}
            onKeepPresent={() => setValue('status', seen.status, { shouldDirty: true })}
          />
          {changedOrder(error) === null && <RefusalNotice error={error} />}
        </>
      )}
      <SelectField
        label="Status"
        options={statusOptions(may, seen.status)}
        hint={stockHint(seen.status, watch('status'))}
        {...field('status')}
      />
      <TextareaField
        label="Notes"
        rows={4}
        hint="The customer reads this with the order."
        {...field('notes')}
      />
      {may('managePayments') && (
        <>
          <TextField
            label="Payment ID"
            optional
            autoComplete="off"
            hint="Reference of a payment received outside the shop."
            {...field('paymentId')}
          />
          <label className="flex min-h-11 items-center gap-3 font-medium">
            <input type="checkbox" className="size-5 accent-lotus" {...register('refunded')} />
            Payment refunded
          </label>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Confirm Update"
        description="Are you sure you want to update this order?"
        confirmLabel="Update"
        pending={isPending}
        pendingLabel="Saving..."
        onConfirm={save}
      >
        <dl className="mt-4 rounded-input bg-shell px-4 py-3 text-sm">
          <dt className="font-semibold">{order.orderId}</dt>
          {describeChange(seen, change).map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </dl>
        {dialog}
      </ConfirmDialog>
    </form>
  )
}

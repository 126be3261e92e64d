import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bindFields, showFieldErrors } from '@/api/form-errors'
import { ApiError, messageOf } from '@/api/problem'
import { useMay } from '@/api/staff'
import type { Order, OrderStatus, OrderUpdate } from '@/api/types'
import { type ShortLine, shortLines } from '@/features/checkout/queries'
import { isConfirmNeeded } from '@/features/security/queries'
import { useConfirmed } from '@/features/security/use-confirmed'
import { formatMoney } from '@/lib/money'
import { ConflictFrame } from '@/ui/admin/conflict-frame'
import { FormDialog } from '@/ui/admin/form-dialog'
import { StatusBadge, statusLabel } from '@/ui/admin/order-status'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { DialogForm } from '@/ui/dialog-form'
import { TextareaField, TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
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

type ChangedNoticeProps = {
  /** The status with which the form was opened. */
  before: OrderStatus
  /** The order's present state. */
  present: Order
  /** The status in the form. */
  mine: OrderStatus
  /** Puts the present status into the form. */
  onKeepPresent: () => void
}

/** Reports a change of the order while its form was open. The form keeps its input. */
function ChangedNotice({ before, present, mine, onKeepPresent }: ChangedNoticeProps) {
  return (
    <ConflictFrame
      title="This order was changed meanwhile"
      buttons={
        mine !== present.status && (
          <Button variant="secondary" size="sm" onClick={onKeepPresent}>
            Keep the status {statusLabel(present.status)}
          </Button>
        )
      }
    >
      <p>
        It was {statusLabel(before)} when you opened this form. Nothing has been saved yet: check what you
        typed, then save it or leave the order as it is.
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-cocoa">Status now</dt>
        <dd>
          <StatusBadge status={present.status} />
        </dd>
        <dt className="text-cocoa">Notes now</dt>
        <dd className="break-words whitespace-pre-line">{present.notes || 'No notes available'}</dd>
      </dl>
    </ConflictFrame>
  )
}

function ShortList({ lines }: { lines: ShortLine[] }) {
  return (
    <>
      <p className="font-semibold">The stock no longer covers this order, so it stays cancelled.</p>
      <ul className="mt-1 list-disc ps-5">
        {lines.map((line) => (
          <li key={line.productId}>
            {line.name} ({line.productId}): {line.requested} needed, {line.available} in stock
          </li>
        ))}
      </ul>
    </>
  )
}

/** The server's reason for refusing a change. */
function RefusalNotice({ error }: { error: unknown }) {
  const lines = shortLines(error)
  const hasReason = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (lines.length === 0 && !hasReason) return null
  return (
    <div role="alert" className="flex gap-3 rounded-input bg-error-wash p-4">
      <CircleAlert aria-hidden size={20} className="mt-0.5 flex-none text-error" />
      <div className="min-w-0">
        {lines.length > 0 ? <ShortList lines={lines} /> : <p>{messageOf(error)}</p>}
      </div>
    </div>
  )
}

/** The effect of a status change on the stock. */
function stockHint(before: Order['status'], after: Order['status']): string | undefined {
  if (before === after) return undefined
  if (after === 'cancelled') return 'Its items go back into stock.'
  return before === 'cancelled' ? 'Its items are taken from stock again.' : undefined
}

/** The form for status, notes and payment. It asks before saving; its buttons are in the dialog's footer. */
function UpdateOrderForm({ order, onDone }: { order: Order; onDone: () => void }) {
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
    <DialogForm dirty={isDirty} onSubmit={ask}>
      {before === null ? (
        <RefusalNotice error={error} />
      ) : (
        <>
          <ChangedNotice
            key={seen.status}
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
    </DialogForm>
  )
}

type UpdateOrderDialogProps = { order: Order; open: boolean; onOpenChange: (open: boolean) => void }

/** Edits an order. */
export function UpdateOrderDialog({ order, open, onOpenChange }: UpdateOrderDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Update order ${order.orderId}`}
      description={`${order.name} · ${formatMoney(order.total)}`}
      what={`order ${order.orderId}`}
      label="Save Changes"
    >
      <UpdateOrderForm order={order} onDone={() => onOpenChange(false)} />
    </FormDialog>
  )
}

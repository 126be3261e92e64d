import { type FormEvent, useState } from 'react'
import { useMailConnected } from '@/api/mail-connection'
import { ApiError, firstFieldErrors, messageOf } from '@/api/problem'
import type { FulfilmentStep, Order } from '@/api/types'
import { isToPay, waitingFor } from '@/features/payments/payment-state'
import { formatMoney } from '@/lib/money'
import { CheckControl } from '@/ui/admin/controls'
import { CancelDialog } from '@/ui/admin/delete-dialog'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { pointLabel, stepLabel, stepsOf, useChangeParcel, useFulfil } from './fulfilment'
import { type Parcel, ParcelFields, parcelBody } from './parcel-fields'
import { useDraftTexts } from './use-draft-texts'

const FAILED = 'Failed to update order. Please try again.'

const parcelOf = ({ courier, trackingNumber, trackingUrl }: Order): Parcel => ({
  courier: courier ?? '',
  trackingNumber: trackingNumber ?? '',
  trackingUrl: trackingUrl ?? '',
})

/** Adds or corrects courier and tracking while the courier has the parcel: the number often comes later. */
function ParcelCorrection({ order }: { order: Order }) {
  const { orderId } = order
  const { texts: parcel, change, sent } = useDraftTexts<Parcel>(`order-tracking ${orderId}`, parcelOf(order))
  const [notify, setNotify] = useState(true)
  const mails = useMailConnected()
  const { mutate, isPending, error } = useChangeParcel()
  const isChanged = JSON.stringify(parcel) !== JSON.stringify(parcelOf(order))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !isChanged) return
    mutate(
      { orderId, notify: notify && mails, ...parcelBody(parcel) },
      {
        onSuccess: ({ message, order: changed }) => {
          toast.success(message)
          sent(parcelOf(changed))
        },
        onError: (failure) => toast.error(messageOf(failure, FAILED)),
      },
    )
  }
  return (
    <form onSubmit={save} aria-label="Parcel" className="grid gap-4">
      <ParcelFields
        parcel={parcel}
        onChange={change}
        errors={error === null ? {} : firstFieldErrors(error)}
        isCorrection
      />
      {mails && (
        <CheckControl label="Mail the customer the new tracking" checked={notify} onChange={setNotify} />
      )}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="justify-self-start"
        pending={isPending}
        disabled={!isChanged}
      >
        Save tracking
      </Button>
    </form>
  )
}

/** Whether the courier brings cash for the order when it is delivered. */
const bringsCash = ({ payment }: Order): boolean => payment.method === 'cod' && payment.amountDue > 0

/** Why an order is usually not packed yet: its money has not come. */
function unpaidOf(order: Order): string | null {
  if (order.fulfilmentStatus !== 'unfulfilled') return null
  if (isToPay(order)) return `${formatMoney(order.payment.amountDue)} is not paid yet.`
  if (waitingFor(order) !== null) return 'A bank slip waits to be checked.'
  const { method, amountDue, paymentStatus } = order.payment
  const isProcessed = method !== 'cod' && amountDue > 0 && paymentStatus === 'pending'
  return isProcessed ? 'The payment is being processed.' : null
}

/** The steps that lead on from where the order is; one press takes the usual one. */
export function NextStep({ order }: { order: Order }) {
  const { orderId } = order
  const { texts: parcel, change, sent } = useDraftTexts<Parcel>(`order-parcel ${orderId}`, parcelOf(order))
  const [asking, setAsking] = useState(false)
  const [cash, setCash] = useState(true)
  const { mutate, isPending, error } = useFulfil()
  const steps = stepsOf(order)
  const unpaid = unpaidOf(order)
  const asksForCash = steps.includes('delivered') && bringsCash(order)
  const bodyOf = (step: FulfilmentStep) => ({
    step,
    ...(step === 'handedOver' && parcelBody(parcel)),
    ...(step === 'delivered' && asksForCash && !cash && { cashCollected: false }),
  })
  const applyStep = (step: FulfilmentStep) =>
    mutate(
      { orderId, body: bodyOf(step) },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          if (step === 'handedOver') sent(parcel)
        },
        onError: (failure) => toast.error(messageOf(failure, FAILED)),
        onSettled: () => setAsking(false),
      },
    )
  if (steps.length === 0) return null
  return (
    <section aria-label="Next step" className="grid gap-4 rounded-card bg-shell p-5">
      <h3 className="font-display text-xl">{pointLabel(order.fulfilmentStatus)}</h3>
      {unpaid !== null && <p className="font-medium text-warning">{unpaid}</p>}
      {steps.includes('handedOver') && (
        <ParcelFields
          parcel={parcel}
          onChange={change}
          errors={error instanceof ApiError ? firstFieldErrors(error) : {}}
        />
      )}
      {order.fulfilmentStatus === 'handedOver' && <ParcelCorrection order={order} />}
      {asksForCash && (
        <CheckControl
          label={`When delivered: ${formatMoney(order.payment.amountDue)} was collected in cash`}
          checked={cash}
          onChange={setCash}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {steps.map((step, place) => (
          <Button
            key={step}
            size="sm"
            variant={place === 0 && unpaid === null ? 'primary' : 'secondary'}
            disabled={isPending}
            onClick={() => (step === 'undelivered' ? setAsking(true) : applyStep(step))}
          >
            {stepLabel(step)}
          </Button>
        ))}
      </div>
      <CancelDialog
        open={asking}
        onOpenChange={setAsking}
        orderId={orderId}
        title="Not delivered?"
        pending={isPending}
        onConfirm={() => applyStep('undelivered')}
      />
    </section>
  )
}

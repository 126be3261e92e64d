import { type FormEvent, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { CheckControl } from '@/ui/admin/controls'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useChangeParcel } from './fulfilment'
import { type Parcel, ParcelFields, parcelBody } from './parcel-fields'
import { useDraftTexts } from './use-draft-texts'

const parcelOf = ({ courier, trackingNumber, trackingUrl }: Order): Parcel => ({
  courier: courier ?? '',
  trackingNumber: trackingNumber ?? '',
  trackingUrl: trackingUrl ?? '',
})

/** Adds or corrects courier and tracking while the courier has the parcel: the number often comes later. */
export function ParcelCorrection({ order }: { order: Order }) {
  const { orderId } = order
  const { texts: parcel, change, sent } = useDraftTexts<Parcel>(`order-tracking ${orderId}`, parcelOf(order))
  const [notify, setNotify] = useState(true)
  const { mutate, isPending, error } = useChangeParcel()
  const isChanged = JSON.stringify(parcel) !== JSON.stringify(parcelOf(order))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !isChanged) return
    mutate(
      { orderId, notify, ...parcelBody(parcel) },
      {
        onSuccess: ({ message, order: changed }) => {
          toast.success(message)
          sent(parcelOf(changed))
        },
        onError: (failure) => toast.error(messageOf(failure, 'Failed to update order. Please try again.')),
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
      <CheckControl label="Mail the customer the new tracking" checked={notify} onChange={setNotify} />
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

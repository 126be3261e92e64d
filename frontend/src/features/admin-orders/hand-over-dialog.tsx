import { firstFieldErrors } from '@/api/problem'
import type { Order } from '@/api/types'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { stepLabel } from './fulfilment'
import { type Parcel, ParcelFields } from './parcel-fields'

export type HandOverDialogProps = {
  order: Order
  parcel: Parcel
  onParcel: (parcel: Parcel) => void
  open: boolean
  onOpenChange: (open: boolean) => void
  pending: boolean
  error: unknown
  onConfirm: () => void
}

/** Asks for the parcel before a press in the list hands an order over: its customer is mailed with it. */
export function HandOverDialog({
  order: { orderId, name },
  parcel,
  onParcel,
  open,
  onOpenChange,
  pending,
  error,
  onConfirm,
}: HandOverDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Hand over ${orderId}`}
      description={`${name} gets a mail that the parcel is on its way, with what you enter here.`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button pending={pending} onClick={onConfirm}>
            {stepLabel('handedOver')}
          </Button>
        </>
      }
    >
      <ParcelFields
        parcel={parcel}
        onChange={onParcel}
        errors={error === null ? {} : firstFieldErrors(error)}
      />
    </Dialog>
  )
}

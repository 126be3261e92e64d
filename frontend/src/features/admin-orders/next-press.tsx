import { useRef, useState } from 'react'
import { useMailConnected } from '@/api/mail-connection'
import { firstFieldErrors, messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { focusHeading } from '@/ui/admin/focus-heading'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'
import { type Queue, queueStep, stepLabel, useFulfil } from './fulfilment'
import { NO_PARCEL, type Parcel, ParcelFields, parcelBody } from './parcel-fields'
import { useDraftTexts } from './use-draft-texts'

type HandOverDialogProps = {
  order: Order
  parcel: Parcel
  onParcel: (parcel: Parcel) => void
  open: boolean
  onOpenChange: (open: boolean) => void
  pending: boolean
  error: unknown
  onConfirm: () => void
}

/** Asks for the parcel before a press in the list hands an order over: its customer reads of it. */
function HandOverDialog({
  order: { orderId, name },
  parcel,
  onParcel,
  open,
  onOpenChange,
  pending,
  error,
  onConfirm,
}: HandOverDialogProps) {
  const mails = useMailConnected()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Hand over ${orderId}`}
      description={
        mails
          ? `${name} gets a mail that the parcel is on its way, with what you enter here.`
          : `${name} sees what you enter here on the page of the order.`
      }
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

/** The buttons of the list, which lose the order that they are pressed for. */
const BUTTONS = 'button[data-next-press]'

/** The button of the next row, or of the row before where none follows. */
function neighbourOf(button: HTMLButtonElement): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(BUTTONS)]
  const place = all.indexOf(button)
  return all[place + 1] ?? all[place - 1]
}

/** Milliseconds until a closing dialog has given the focus back. */
const CLOSED_MS = 50

/**
 * Takes the next step of an order of a queue, in its row; for a parcel that is handed over it asks for the courier and the number first.
 * Nothing where the order has gone on meanwhile.
 */
export function NextPress({ order, queue }: { order: Order; queue: Queue }) {
  const { mutate, isPending, error } = useFulfil()
  const [asking, setAsking] = useState(false)
  const { texts: parcel, change, sent } = useDraftTexts<Parcel>(`order-parcel ${order.orderId}`, NO_PARCEL)
  const button = useRef<HTMLButtonElement>(null)
  const step = queueStep(order, queue)
  if (step === null) return null
  const isHandedOver = step === 'handedOver'
  const applyStep = () => {
    const neighbour = button.current === null ? undefined : neighbourOf(button.current)
    mutate(
      { orderId: order.orderId, body: { step, ...(isHandedOver && parcelBody(parcel)) } },
      {
        onSuccess: () => {
          toast.success(`${stepLabel(step)}: ${order.orderId}`)
          if (isHandedOver) sent(NO_PARCEL)
          setAsking(false)
          const moveFocus = () => {
            // Not when the focus has left the list meanwhile.
            if (![null, document.body, button.current].includes(document.activeElement as HTMLElement)) return
            if (neighbour?.isConnected) neighbour.focus()
            else focusHeading()
          }
          if (isHandedOver) setTimeout(moveFocus, CLOSED_MS)
          else moveFocus()
        },
        onError: (failure) => toast.error(`${order.orderId}: ${messageOf(failure)}`),
      },
    )
  }
  return (
    // A press in the dialog is none on the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons have the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div onClick={(event) => event.stopPropagation()}>
      <Button
        ref={button}
        data-next-press
        size="sm"
        className="max-md:w-full"
        aria-busy={isPending || undefined}
        aria-label={`${stepLabel(step)} ${order.orderId}`}
        onClick={(event) => {
          // The row opens the order; a press on its button does not.
          event.stopPropagation()
          // Not disabled, as it would lose the focus.
          if (isPending) return
          if (isHandedOver) setAsking(true)
          else applyStep()
        }}
      >
        {isPending && <Spinner className="size-4" />}
        {stepLabel(step)}
      </Button>
      {isHandedOver && (
        <HandOverDialog
          order={order}
          parcel={parcel}
          onParcel={change}
          open={asking}
          onOpenChange={setAsking}
          pending={isPending}
          error={error}
          onConfirm={applyStep}
        />
      )}
    </div>
  )
}

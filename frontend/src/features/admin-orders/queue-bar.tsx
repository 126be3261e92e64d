import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { FulfilmentStatus, FulfilmentStep, Order } from '@/api/types'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { stepLabel, useFulfil } from './fulfilment'
import { NO_PARCEL, type Parcel, ParcelFields, parcelBody } from './parcel-fields'

/** The step that several orders of a queue take at once. */
const STEP: Partial<Record<FulfilmentStatus, FulfilmentStep>> = {
  unfulfilled: 'packed',
  packed: 'handedOver',
  readyForPickup: 'delivered',
}

const counted = (orders: number): string => (orders === 1 ? '1 order' : `${orders} orders`)

export type QueueBarProps = {
  queue: FulfilmentStatus
  ticked: readonly Order[]
  /** Called with the orders whose step was refused; they stay ticked. */
  onDone: (refused: readonly Order[]) => void
}

/** Takes the next step of the ticked orders, one after the other. */
export function QueueBar({ queue, ticked, onDone }: QueueBarProps) {
  const [courier, setCourier] = useState<Parcel>(NO_PARCEL)
  const [busy, setBusy] = useState(false)
  const { mutateAsync } = useFulfil()
  const step = STEP[queue]
  if (step === undefined || ticked.length === 0) return null
  const take = async () => {
    setBusy(true)
    const refusals: { order: Order; reason: string }[] = []
    for (const order of ticked) {
      const body = {
        step,
        ...(step === 'handedOver' && parcelBody({ ...NO_PARCEL, courier: courier.courier })),
      }
      await mutateAsync({ orderId: order.orderId, body }).catch((error: unknown) =>
        refusals.push({ order, reason: messageOf(error) }),
      )
    }
    setBusy(false)
    const done = ticked.length - refusals.length
    if (done > 0) toast.success(`${stepLabel(step)}: ${counted(done)}`)
    // Behind the success, which takes former errors away.
    for (const { order, reason } of refusals) toast.error(`${order.orderId}: ${reason}`)
    onDone(refusals.map(({ order }) => order))
  }
  return (
    <section
      aria-label="Ticked orders"
      className="mb-5 grid gap-4 rounded-card border border-line bg-white p-5"
    >
      {step === 'handedOver' && (
        <ParcelFields only="courier" parcel={courier} onChange={setCourier} errors={{}} />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <p className="font-semibold">{counted(ticked.length)} ticked</p>
        <Button size="sm" pending={busy} onClick={() => void take()}>
          {stepLabel(step)}
        </Button>
      </div>
    </section>
  )
}

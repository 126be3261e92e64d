import { Printer } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { FulfilmentStep, Order } from '@/api/types'
import { pluralize } from '@/lib/integer'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { toast } from '@/ui/toast'
import { QUEUE_STEPS, type Queue, stepLabel, useFulfil } from './fulfilment'
import { NO_PARCEL, type Parcel, ParcelFields, parcelBody } from './parcel-fields'
import { MOST_SLIPS, packingSlipsPath } from './print-paths'
import type { Ticks } from './use-ticks'

const counted = (orders: number): string => pluralize(orders, 'order', 'orders')

/** Takes a step of several orders, one after the other, and tells of each that is refused. These stay ticked. */
function useSteps(step: FulfilmentStep, { ticked, keep }: Ticks) {
  const [busy, setBusy] = useState(false)
  const { mutateAsync } = useFulfil()
  const take = async (courier: string) => {
    setBusy(true)
    const refusals: { order: Order; reason: string }[] = []
    for (const order of ticked) {
      const body = { step, ...(step === 'handedOver' && parcelBody({ ...NO_PARCEL, courier })) }
      await mutateAsync({ orderId: order.orderId, body }).catch((error: unknown) =>
        refusals.push({ order, reason: messageOf(error) }),
      )
    }
    setBusy(false)
    const done = ticked.length - refusals.length
    if (done > 0) toast.success(`${stepLabel(step)}: ${counted(done)}`)
    // Behind the success, which takes former errors away.
    for (const { order, reason } of refusals) toast.error(`${order.orderId}: ${reason}`)
    keep(refusals.map(({ order }) => order))
  }
  return { busy, take }
}

/** The packing slips of the ticked orders; a pile of more than one print takes says so. */
function PrintSlips({ ticked }: { ticked: readonly Order[] }) {
  return (
    <ButtonLink
      to={packingSlipsPath(ticked.map(({ orderId }) => orderId))}
      state={FROM_HERE}
      variant="secondary"
      size="sm"
    >
      <Printer aria-hidden size={18} />
      {ticked.length > MOST_SLIPS ? `Print the first ${MOST_SLIPS} packing slips` : 'Print packing slips'}
    </ButtonLink>
  )
}

/** Ticks all orders of a queue, takes the next step of the ticked ones, and prints their packing slips. */
export function QueueBar({ queue, ticks }: { queue: Queue; ticks: Ticks }) {
  const { rows, ticked, keep } = ticks
  const step = QUEUE_STEPS[queue]
  const [courier, setCourier] = useState<Parcel>(NO_PARCEL)
  const { busy, take } = useSteps(step, ticks)
  if (rows.length === 0) return null
  const all = ticked.length === rows.length
  return (
    <section
      aria-label="Ticked orders"
      className="mb-5 grid gap-4 rounded-card border border-line bg-white p-5"
    >
      {step === 'handedOver' && ticked.length > 0 && (
        <ParcelFields only="courier" parcel={courier} onChange={setCourier} errors={{}} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-2 font-semibold">
          {ticked.length === 0 ? 'No order ticked' : `${counted(ticked.length)} ticked`}
        </p>
        <Button variant="quiet" size="sm" disabled={busy} onClick={() => keep(all ? [] : rows)}>
          {all ? 'Tick none' : `Tick all ${rows.length}`}
        </Button>
        {ticked.length > 0 && (
          <>
            <Button size="sm" pending={busy} onClick={() => void take(courier.courier)}>
              {stepLabel(step)}
            </Button>
            <PrintSlips ticked={ticked} />
          </>
        )}
      </div>
    </section>
  )
}

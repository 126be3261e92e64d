import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import type { FulfilmentStep, Order } from '@/api/types'
import { pluralize } from '@/lib/integer'
import { focusHeading } from '@/ui/admin/focus-heading'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'
import { CancelTicked } from './cancel-ticked'
import { type Queue, queueStep, stepLabel, useFulfil } from './fulfilment'
import { NO_PARCEL, type Parcel, ParcelFields, parcelBody } from './parcel-fields'
import { MOST_SLIPS, packingSlipsPath } from './print-paths'
import type { Ticks } from './use-ticks'

const counted = (orders: number): string => pluralize(orders, 'order', 'orders')

/** Orders that take the same step next. */
type Batch = { step: FulfilmentStep; orders: readonly Order[] }

/** The ticked orders of a queue by their next step: those that are picked up are not handed over. */
function batchesOf(ticked: readonly Order[], queue: Queue | null): readonly Batch[] {
  if (queue === null) return []
  const steps = new Set(ticked.map((order) => queueStep(order, queue)).filter((step) => step !== null))
  return [...steps].map((step) => ({
    step,
    orders: ticked.filter((order) => queueStep(order, queue) === step),
  }))
}

/** Takes a step of several orders, one after the other, and tells of each that is refused. These stay ticked. */
function useSteps(queue: Queue | null, { ticked, keep }: Ticks) {
  /** What is taken, and what was offered when it began: orders that are done leave the list meanwhile. */
  const [running, setRunning] = useState<{ step: FulfilmentStep; batches: readonly Batch[] } | null>(null)
  const { mutateAsync } = useFulfil()
  const batches = running?.batches ?? batchesOf(ticked, queue)
  const applyStep = async ({ step, orders }: Batch, courier: string) => {
    setRunning({ step, batches })
    const refusals: { order: Order; reason: string }[] = []
    for (const order of orders) {
      const body = { step, ...(step === 'handedOver' && parcelBody({ ...NO_PARCEL, courier })) }
      await mutateAsync({ orderId: order.orderId, body }).catch((error: unknown) =>
        refusals.push({ order, reason: messageOf(error) }),
      )
    }
    setRunning(null)
    const done = orders.length - refusals.length
    if (done > 0) toast.success(`${stepLabel(step)}: ${counted(done)}`)
    // Behind the success, which takes former errors away.
    for (const { order, reason } of refusals) toast.error(`${order.orderId}: ${reason}`)
    keep([...ticked.filter((order) => !orders.includes(order)), ...refusals.map(({ order }) => order)])
  }
  return { batches, running: running?.step ?? null, applyStep }
}

/**
 * Keeps the focus of a press: a button goes with its orders, and the bar with the last one. The number of the ticked orders takes the
 * focus then, or the page's heading. `onPress` is to be called at the press.
 */
function useKeptFocus(isRunning: boolean) {
  const count = useRef<HTMLParagraphElement>(null)
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!pressed || isRunning) return
    if (![null, document.body, count.current].includes(document.activeElement as HTMLElement))
      setPressed(false)
    else if (count.current === null) focusHeading()
    else count.current.focus()
  })
  return { count, onPress: () => setPressed(true) }
}

/** The packing slips of the ticked orders; a pile of more than one print takes says so. */
function PrintSlips({ ticked, onPrint }: { ticked: readonly Order[]; onPrint: () => void }) {
  return (
    <ButtonLink
      to={packingSlipsPath(ticked.map(({ orderId }) => orderId))}
      state={FROM_HERE}
      onClick={onPrint}
      variant="secondary"
      size="sm"
    >
      <Printer aria-hidden size={18} />
      {ticked.length > MOST_SLIPS ? `Print the first ${MOST_SLIPS} packing slips` : 'Print packing slips'}
    </ButtonLink>
  )
}

type QueueBarProps = {
  /** null: a list whose orders take no step here. */
  queue: Queue | null
  /** Whether the ticked orders can be cancelled here. */
  cancels: boolean
  ticks: Ticks
}

/** Ticks all orders of a list, takes the next step of the ticked ones, prints their packing slips and cancels them. */
export function QueueBar({ queue, cancels, ticks }: QueueBarProps) {
  const { rows, ticked, keep, keepForReturn } = ticks
  const [courier, setCourier] = useState<Parcel>(NO_PARCEL)
  const { batches, running, applyStep } = useSteps(queue, ticks)
  const { count, onPress } = useKeptFocus(running !== null)
  if (rows.length === 0) return null
  const all = ticked.length === rows.length
  return (
    <section
      aria-label="Ticked orders"
      className="mb-5 grid gap-4 rounded-card border border-line bg-white p-5"
    >
      {batches.some(({ step }) => step === 'handedOver') && (
        <ParcelFields only="courier" parcel={courier} onChange={setCourier} errors={{}} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p ref={count} tabIndex={-1} className="me-2 font-semibold">
          {ticked.length === 0 ? 'No order ticked' : `${counted(ticked.length)} ticked`}
        </p>
        <Button variant="quiet" size="sm" disabled={running !== null} onClick={() => keep(all ? [] : rows)}>
          {all ? 'Tick none' : `Tick all ${rows.length}`}
        </Button>
        {batches.map((batch) => (
          <Button
            key={batch.step}
            size="sm"
            // Not disabled while it runs, as it would lose the focus.
            aria-busy={running === batch.step || undefined}
            disabled={running !== null && running !== batch.step}
            onClick={() => {
              if (running !== null) return
              onPress()
              void applyStep(batch, courier.courier)
            }}
          >
            {running === batch.step && <Spinner className="size-4" />}
            {stepLabel(batch.step)}
            {batches.length > 1 && ` (${batch.orders.length})`}
          </Button>
        ))}
        {ticked.length > 0 && queue !== null && <PrintSlips ticked={ticked} onPrint={keepForReturn} />}
        {cancels && <CancelTicked ticks={ticks} disabled={running !== null} />}
      </div>
    </section>
  )
}

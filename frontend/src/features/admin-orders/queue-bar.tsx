import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/api/problem'
import type { FulfilmentStep, Order } from '@/api/types'
import { CancelReason, isCancellable } from '@/features/orders/cancel-order'
import { pluralize } from '@/lib/integer'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { focusHeading } from '@/ui/admin/focus-heading'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'
import { type Queue, queueStep, stepLabel, useFulfil } from './fulfilment'
import { NO_PARCEL, type Parcel, ParcelFields, parcelBody } from './parcel-fields'
import { MOST_SLIPS, packingSlipsPath } from './print-paths'
import { MOST_CANCELLED, useCancelOrders } from './queries'

export type Ticks = {
  /** The ticked orders that are in the list. */
  ticked: readonly Order[]
  isTicked: (order: Order) => boolean
  toggle: (order: Order) => void
  /** The orders of the list, all of which can be ticked. */
  rows: readonly Order[]
  /** Leaves only these ticked. */
  keep: (orders: readonly Order[]) => void
  /** Keeps the ticks for the way back from a printable page. */
  keepForReturn: () => void
}

type Kept = { of: string; ids: readonly string[] }

/** Where the ticks wait while the slips of the ticked orders are printed on a page of their own. */
const PRINTED = 'printed-orders'

function keptOf(value: unknown): Kept | null {
  const { of, ids } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>
  return typeof of === 'string' && Array.isArray(ids) ? { of, ids: ids.map(String) } : null
}

/** The ticked rows of a list; another list begins without any. */
export function useTicks(rows: readonly Order[], list: string): Ticks {
  const [{ of, ids }, setTicks] = useState<Kept>(() => readFromTab(PRINTED, keptOf) ?? { of: list, ids: [] })
  // They are those of the way back from the print, and of no later visit.
  useEffect(() => removeFromTab(PRINTED), [])
  const present = of === list ? ids : []
  const isTicked = ({ orderId }: Order) => present.includes(orderId)
  const set = (next: readonly string[]) => setTicks({ of: list, ids: next })
  return {
    ticked: rows.filter(isTicked),
    isTicked,
    rows,
    toggle: (order) =>
      set(isTicked(order) ? present.filter((id) => id !== order.orderId) : [...present, order.orderId]),
    keepForReturn: () => saveInTab(PRINTED, { of: list, ids: present }),
    keep: (orders) => set(orders.map(({ orderId }) => orderId)),
  }
}

const counted = (orders: number): string => pluralize(orders, 'order', 'orders')
const FAILED = 'Failed to cancel the orders. Please try again.'
/** Cancels the ticked orders that are not packed, after a question with one reason for all. Those that are refused stay ticked. */
function CancelTicked({ ticks, disabled }: { ticks: Ticks; disabled: boolean }) {
  const { ticked, keep } = ticks
  const [asked, setAsked] = useState<readonly Order[] | null>(null)
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useCancelOrders()
  const orders = ticked.filter(isCancellable).slice(0, MOST_CANCELLED)
  if (orders.length === 0 && asked === null) return null
  const count = counted((asked ?? orders).length)
  const cancel = () => {
    if (asked === null) return
    const orderIds = asked.map(({ orderId }) => orderId)
    mutate(
      { orderIds, reason: reason.trim() },
      {
        onSuccess: ({ outcomes }) => {
          const refused = outcomes.filter(({ cancelled }) => !cancelled)
          const done = outcomes.length - refused.length
          if (done > 0) toast.success(`Cancelled: ${counted(done)}`)
          // Behind the success, which takes former errors away.
          for (const { orderId, message } of refused) toast.error(`${orderId}: ${message}`)
          const gone = outcomes.filter(({ cancelled }) => cancelled).map(({ orderId }) => orderId)
          keep(ticked.filter(({ orderId }) => !gone.includes(orderId)))
          setReason('')
        },
        onError: (error) => toast.error(messageOf(error, FAILED)),
        onSettled: () => setAsked(null),
      },
    )
  }
  return (
    <>
      <Button variant="secondary" size="sm" disabled={disabled} onClick={() => setAsked(orders)}>
        Cancel {count}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={`Cancel ${count}?`}
        description="They will not be sent, and their goods go back into stock. Each customer gets an email. This cannot be undone."
        confirmLabel={`Cancel ${count}`}
        cancelLabel="Keep them"
        tone="danger"
        pending={isPending}
        pendingLabel="Cancelling..."
        onConfirm={cancel}
      >
        <CancelReason
          label="Why are they cancelled?"
          hint="For the customers; the same for all."
          reason={reason}
          onChange={setReason}
        />
      </ConfirmDialog>
    </>
  )
}

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

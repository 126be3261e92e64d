import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Order, OrderStatus } from '@/api/types'
import { StatusBadge, statusLabel } from '@/ui/admin/order-status'
import { Button } from '@/ui/button'

export type ChangedNoticeProps = {
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
export function ChangedNotice({ before, present, mine, onKeepPresent }: ChangedNoticeProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (present) box.current?.focus()
  }, [present])
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="order-changed"
      className="grid scroll-mt-24 gap-3 rounded-card bg-warning-wash p-5"
    >
      <h3 id="order-changed" className="flex items-start gap-3 text-lg font-semibold">
        <TriangleAlert aria-hidden size={22} className="mt-0.5 flex-none text-warning" />
        This order was changed meanwhile
      </h3>
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
      {mine !== present.status && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={onKeepPresent}>
          Keep the status {statusLabel(present.status)}
        </Button>
      )}
    </section>
  )
}

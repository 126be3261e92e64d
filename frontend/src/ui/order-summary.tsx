import type { ReactNode } from 'react'
import { formatCents, toCents } from '@/lib/money'
import { cx } from './cx'
import { Skeleton } from './skeleton'

type Cents = number | null | undefined

function Row({ label, cents, className }: { label: string; cents: Cents; className?: string }) {
  return (
    <div className={cx('flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt>{label}</dt>
      <dd className="ms-auto tabular-nums">
        {cents === undefined ? <Skeleton className="h-5 w-28" /> : cents === null ? '–' : formatCents(cents)}
      </dd>
    </div>
  )
}

const inCents = (amount: number | null | undefined): Cents =>
  typeof amount === 'number' ? toCents(amount) : amount

type OrderSummaryProps = {
  /** Before and after the discount, in LKR; undefined while loading, null after a failure. */
  labeledTotal: number | null | undefined
  total: number | null | undefined
  /** The amounts are out of date and shown faded until the new ones arrive. */
  stale: boolean
  children?: ReactNode
  className?: string
}

/** Subtotal, Discount and Grand Total. */
export function OrderSummary({ labeledTotal, total, stale, children, className }: OrderSummaryProps) {
  const before = inCents(labeledTotal)
  const after = inCents(total)
  const discount = typeof before === 'number' && typeof after === 'number' ? before - after : after
  return (
    <section aria-labelledby="order-summary" className={cx('rounded-card bg-shell p-5 sm:p-7', className)}>
      <h2 id="order-summary" className="font-display text-2xl">
        Order Summary
      </h2>
      <dl
        aria-live="polite"
        aria-busy={stale}
        className={cx('mt-4 flex flex-col gap-2.5 transition-opacity', stale && 'opacity-60')}
      >
        <Row label="Subtotal" cents={before} />
        <Row
          label="Discount"
          cents={discount}
          {...(typeof discount === 'number' && discount > 0 && { className: 'text-cinnamon' })}
        />
        <Row
          label="Grand Total"
          cents={after}
          className="mt-1 border-t border-line pt-3.5 text-xl font-semibold"
        />
      </dl>
      {children}
    </section>
  )
}

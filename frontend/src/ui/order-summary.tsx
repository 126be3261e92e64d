import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Vat } from '@/api/types'
import { formatCents, toCents } from '@/lib/money'
import { cx } from './cx'
import { Skeleton } from './skeleton'
import { describeVat } from './vat-line'

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

/** A promotion that is a part of the discount. */
type Applied = { promotionId: string; name: string; code: string | null; amount: number }

type OrderSummaryProps = {
  /** The totals before and after the discount, in LKR; undefined while they load. */
  quote:
    | { labeledTotal: number; total: number; promotions?: readonly Applied[]; vat?: Vat | null }
    | undefined
  /** The totals could not be loaded. */
  failed: boolean
  /** The amounts are out of date and shown faded until the new ones arrive. */
  stale: boolean
  children?: ReactNode
  className?: string
}

/** What a promotion takes off. */
function PromotionRow({ promotion: { name, code, amount } }: { promotion: Applied }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 text-sm text-cocoa">
      <dt className="min-w-0">
        <Tag aria-hidden size={14} className="me-2 inline-block" />
        <span className="sr-only">of it </span>
        {name}
        {code !== null && ` (${code})`}
      </dt>
      <dd className="ms-auto whitespace-nowrap tabular-nums">{formatCents(toCents(amount))}</dd>
    </div>
  )
}

/** Subtotal, Discount with the promotions in it, and Grand Total. */
export function OrderTotals({ quote, failed, stale }: Pick<OrderSummaryProps, 'quote' | 'failed' | 'stale'>) {
  const unknown = failed ? null : undefined
  const before = quote === undefined ? unknown : toCents(quote.labeledTotal)
  const after = quote === undefined ? unknown : toCents(quote.total)
  const discount = typeof before === 'number' && typeof after === 'number' ? before - after : after
  return (
    <dl
      aria-live="polite"
      aria-busy={stale}
      className={cx('flex flex-col gap-2.5 transition-opacity', stale && 'opacity-60')}
    >
      <Row label="Subtotal" cents={before} />
      <Row
        label="Discount"
        cents={discount}
        {...(typeof discount === 'number' && discount > 0 && { className: 'text-cinnamon' })}
      />
      {quote?.promotions?.map((promotion) => (
        <PromotionRow key={promotion.promotionId} promotion={promotion} />
      ))}
      <Row
        label="Grand Total"
        cents={after}
        className="mt-1 border-t border-line pt-3.5 text-xl font-semibold"
      />
      {quote?.vat != null && (
        <div className="text-end text-sm text-cocoa tabular-nums">
          <dt className="sr-only">VAT</dt>
          <dd>{describeVat(quote.vat)}</dd>
        </div>
      )}
    </dl>
  )
}

/** The totals under their heading, with what belongs to them. */
export function OrderSummary({ children, className, ...totals }: OrderSummaryProps) {
  return (
    <section aria-labelledby="order-summary" className={cx('rounded-card bg-shell p-5 sm:p-7', className)}>
      <h2 id="order-summary" className="mb-4 font-display text-2xl">
        Order Summary
      </h2>
      <OrderTotals {...totals} />
      {children}
    </section>
  )
}

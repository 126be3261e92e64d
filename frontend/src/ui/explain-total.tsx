import { ChevronDown } from 'lucide-react'
import type { ExplanationLine } from '@/api/types'
import { formatCents, toCents } from '@/lib/money'
import { cx } from './cx'

/** The lines that sum to a total, shown on request. `stale` lines are being computed again. */
export function ExplainTotal({
  lines,
  stale = false,
  inList = false,
}: {
  lines: readonly ExplanationLine[]
  stale?: boolean
  /** Directly below another part that is folded. */
  inList?: boolean
}) {
  if (lines.length === 0) return null
  const total = lines.reduce((cents, { amount }) => cents + toCents(amount), 0)
  return (
    <details className={cx('group border-t border-line', !inList && 'mt-3')}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-2 rounded-input font-medium text-lotus [&::-webkit-details-marker]:hidden">
        Explain this total
        <ChevronDown aria-hidden size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      <dl
        aria-busy={stale}
        className={cx('flex flex-col gap-2 pb-1 text-sm transition-opacity', stale && 'opacity-60')}
      >
        {lines.map(({ code, label, amount }, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same code and label
            key={`${place} ${code} ${label}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4"
          >
            <dt className="min-w-0 text-cocoa">{label}</dt>
            <dd className="ms-auto whitespace-nowrap tabular-nums">{formatCents(toCents(amount))}</dd>
          </div>
        ))}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2 font-semibold">
          <dt>Total</dt>
          <dd className="ms-auto whitespace-nowrap tabular-nums">{formatCents(total)}</dd>
        </div>
      </dl>
    </details>
  )
}

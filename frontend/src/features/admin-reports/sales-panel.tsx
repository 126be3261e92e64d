import { TrendingDown, TrendingUp } from 'lucide-react'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { SalesLine } from '@/api/types'
import { formatDay } from '@/lib/date'
import { formatInteger } from '@/lib/integer'
import { formatMoney } from '@/lib/money'
import { FilterChips } from '@/ui/admin/filter-chips'
import { ColumnHeads } from '@/ui/column-heads'
import { cx } from '@/ui/cx'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { DashboardPanel } from './panel'
import { PERIODS, type Period } from './queries'

const LineChart = lazyPart(async () => (await import('./line-chart')).LineChart)

const OPTIONS = PERIODS.map((period) => ({ value: period, label: `${period} days` }))

/** The revenue compared to the former period; absent when that had none. */
function Growth({ sales, period }: { sales: SalesLine; period: Period }) {
  if (sales.previousTotal === 0) {
    return <p className="mt-1 text-cocoa">Nothing was sold in the {period} days before.</p>
  }
  const falling = sales.growth < 0
  const Icon = falling ? TrendingDown : TrendingUp
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-cocoa">
      <span
        className={cx(
          'inline-flex items-center gap-1 font-semibold tabular-nums',
          falling ? 'text-error' : 'text-success',
        )}
      >
        <Icon aria-hidden size={18} />
        {`${sales.growth.toFixed(2)}%`}
      </span>
      <span>
        compared to {formatMoney(sales.previousTotal)} in the {period} days before
      </span>
    </p>
  )
}

function Totals({ sales, period }: { sales: SalesLine; period: Period }) {
  return (
    <div>
      <p className="text-2xl font-semibold tabular-nums sm:text-3xl">{formatMoney(sales.total)}</p>
      <Growth sales={sales} period={period} />
    </div>
  )
}

/** The legend; the lines differ by stroke as well. */
function Legend({ period }: { period: Period }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <li className="inline-flex items-center gap-2">
        <span aria-hidden className="w-7 border-t-3 border-chart-1" />
        Last {period} days
      </li>
      <li className="inline-flex items-center gap-2">
        <span aria-hidden className="w-7 border-t-2 border-dashed border-cocoa" />
        The {period} days before
      </li>
    </ul>
  )
}

/** The chart's data as a table, newest day first. */
function DayTable({ sales, period }: { sales: SalesLine; period: Period }) {
  const rows = sales.points.map((point, index) => ({ point, before: sales.previousPoints[index] })).reverse()
  return (
    <table className="w-full text-start text-sm tabular-nums">
      <caption className="sr-only">Revenue day by day, the newest day first</caption>
      <ColumnHeads
        className="sticky top-0 bg-white text-cocoa"
        cellClass="py-2 font-medium"
        heads={[
          'Day',
          ...['Orders', 'Revenue', `${period} days before`].map((label) => ({ label, end: true })),
        ]}
      />
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ point, before }) => (
          <tr key={point.date}>
            <th scope="row" className="py-2 text-start font-medium whitespace-nowrap">
              {formatDay(point.date)}
            </th>
            <td className="py-2 ps-3 text-end">{formatInteger(point.orders)}</td>
            <td className="py-2 ps-3 text-end">{formatMoney(point.revenue)}</td>
            <td className="py-2 ps-3 text-end text-cocoa">{formatMoney(before?.revenue ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const labelOf = (sales: SalesLine, period: Period): string =>
  `Revenue of the last ${period} days: ${formatMoney(sales.total)}, ` +
  `${sales.previousTotal === 0 ? 'nothing' : formatMoney(sales.previousTotal)} in the ${period} days before`

type SalesPanelProps = {
  sales: SalesLine
  /** The period of `sales`. */
  period: Period
  /** The requested period. */
  selected: Period
  onAsk: (period: Period) => void
}

/** The revenue by day, with the former period as a second line. */
export function SalesPanel({ sales, period, selected, onAsk }: SalesPanelProps) {
  const stale = selected !== period
  return (
    <DashboardPanel
      title="Revenue"
      level="h2"
      className="flex flex-col"
      action={<FilterChips label="Period" options={OPTIONS} value={selected} onChange={onAsk} />}
    >
      <div
        aria-busy={stale}
        className={cx('flex grow flex-col gap-4 transition-opacity', stale && 'opacity-60')}
      >
        <Totals sales={sales} period={period} />
        <Legend period={period} />
        {/* As high as the best sellers beside it: the chart must not stretch its container. */}
        <div className="relative min-h-64 min-w-0 grow sm:min-h-72 [&>*]:absolute [&>*]:inset-0">
          <ErrorBoundary fallback={<p className="text-cocoa">The chart could not be drawn.</p>}>
            <Suspense fallback={<Skeleton className="size-full rounded-input" />}>
              <LineChart label={labelOf(sales, period)} sales={sales} />
            </Suspense>
          </ErrorBoundary>
        </div>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-lotus underline underline-offset-2 hover:text-lotus-deep">
            Show the numbers
          </summary>
          <section
            aria-label="Revenue day by day"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within the keyboard's reach
            tabIndex={0}
            className="mt-2 max-h-80 overflow-auto rounded-tag"
          >
            <DayTable sales={sales} period={period} />
          </section>
        </details>
      </div>
    </DashboardPanel>
  )
}

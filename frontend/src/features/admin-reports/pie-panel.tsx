import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { formatInteger } from '@/lib/integer'
import { ColumnHeads } from '@/ui/column-heads'
import { cx } from '@/ui/cx'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { DashboardPanel } from './panel'
import type { Counts } from './queries'
import { SLICE_CLASS, sliceColour, sliceKey } from './slices'

const PieChart = lazyPart(async () => (await import('./pie-chart')).PieChart)

const sumOf = (counts: Counts): number => counts.reduce((sum, kind) => sum + kind.count, 0)

/** In whole percent; a positive share is never '0%', and less than all never '100%'. */
function percent(count: number, sum: number): string {
  const share = sum === 0 ? 0 : Math.round((count / sum) * 100)
  if (share === 0 && count > 0) return '<1%'
  return share === 100 && count < sum ? '>99%' : `${share}%`
}

function CountTable({ caption, kind, counts }: { caption: string; kind: string; counts: Counts }) {
  const sum = sumOf(counts)
  return (
    <table className="w-full text-start tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <ColumnHeads className="sr-only" heads={[kind, 'Number', 'Share']} />
      <tbody className="divide-y divide-line">
        {counts.map((row, index) => (
          <tr key={row.label}>
            <th scope="row" className="py-2 text-start font-medium">
              <span className="flex items-center gap-3">
                <span
                  aria-hidden
                  className={cx(
                    'inline-flex size-6 flex-none items-center justify-center rounded-tag text-sm font-semibold text-white',
                    SLICE_CLASS[sliceColour(row.colour, index)],
                  )}
                >
                  {sliceKey(index)}
                </span>
                {row.label}
              </span>
            </th>
            <td className="py-2 ps-3 text-end font-semibold">{formatInteger(row.count)}</td>
            <td className="w-16 py-2 text-end text-cocoa">{percent(row.count, sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Chart({ title, counts, none }: { title: string; counts: Counts; none: string }) {
  const label = `${title}: ${counts.map((kind) => `${kind.label} ${formatInteger(kind.count)}`).join(', ')}`
  return (
    <div className="flex h-[200px] items-center justify-center">
      {sumOf(counts) === 0 ? (
        <p className="text-cocoa">{none}</p>
      ) : (
        <ErrorBoundary fallback={<p className="text-cocoa">The chart could not be drawn.</p>}>
          <Suspense fallback={<Skeleton className="size-[200px] rounded-full" />}>
            <PieChart label={label} counts={counts} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

type PiePanelProps = {
  title: string
  /** The header of the table's first column. */
  kind: string
  /** Replaces the pie when the sum is 0. */
  none: string
  counts: Counts
}

/** A distribution as a pie and as a table. */
export function PiePanel({ title, kind, none, counts }: PiePanelProps) {
  return (
    <DashboardPanel title={title} level="h2">
      <div className="grid gap-5">
        <Chart title={title} counts={counts} none={none} />
        <CountTable caption={title} kind={kind} counts={counts} />
      </div>
    </DashboardPanel>
  )
}

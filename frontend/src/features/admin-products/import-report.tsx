import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportProblem, ImportReport } from '@/api/types'
import { formatInteger, pluralize } from '@/lib/integer'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { type Column, DataTable } from '@/ui/table'

/** The number of problems shown at first; a tenth of the number added by a click. */
const SHOWN = 100

const COLUMNS: readonly Column<ImportProblem>[] = [
  {
    key: 'row',
    header: 'Row',
    cell: ({ row }) => <span className="tabular-nums">{formatInteger(row)}</span>,
  },
  {
    key: 'id',
    header: 'Product ID',
    cell: ({ productId }) => <span className="break-all md:whitespace-nowrap">{productId || '–'}</span>,
  },
  { key: 'column', header: 'Column', cell: ({ column }) => column ?? '–' },
  {
    key: 'problem',
    header: 'Problem',
    cell: ({ message }) => <span className="break-words">{message}</span>,
  },
]

/** The problems of a sheet, some at a time. */
export function ProblemTable({ problems }: { problems: readonly ImportProblem[] }) {
  const [shown, setShown] = useState(SHOWN)
  const hidden = problems.length - shown
  return (
    <div className="grid gap-4">
      <DataTable
        caption="Problems"
        plain
        columns={COLUMNS}
        rows={problems.slice(0, shown)}
        rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
        empty={null}
        maxHeightClass="md:max-h-[32rem]"
      />
      {hidden > 0 && (
        <Button
          variant="secondary"
          className="justify-self-center"
          onClick={() => setShown(shown + 10 * SHOWN)}
        >
          Show more ({formatInteger(hidden)} left)
        </Button>
      )}
    </div>
  )
}

function Count({
  value,
  label,
  tone,
  className,
}: {
  value: number
  label: string
  tone?: 'wrong'
  className?: string
}) {
  return (
    <div className={cx('rounded-input bg-shell px-4 py-3', className)}>
      <dt className="text-sm text-cocoa">{label}</dt>
      <dd
        className={cx('text-2xl font-semibold tabular-nums', tone === 'wrong' && value > 0 && 'text-error')}
      >
        {formatInteger(value)}
      </dd>
    </div>
  )
}

const wrongRows = (problems: readonly ImportProblem[]): number => new Set(problems.map(({ row }) => row)).size

/** 'Nothing can be imported: 3 problems in 2 rows.' and the like. */
export function verdict({ dryRun, problems, created, updated }: ImportReport): string {
  if (!dryRun) return 'The products are in the shop.'
  if (problems.length > 0) {
    const rows = pluralize(wrongRows(problems), 'row', 'rows')
    return `Nothing can be imported: ${pluralize(problems.length, 'problem', 'problems')} in ${rows}.`
  }
  if (created + updated === 0) return 'There is nothing to import: the shop has all of this already.'
  return 'The file can be imported.'
}

/** The result of a sheet as a sentence and as numbers. It receives the focus, as the focused button has disappeared. */
export function ReportSummary({
  name,
  report,
  children,
}: {
  name: string
  report: ImportReport
  children?: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const bad = report.problems.length > 0
  const Icon = bad ? TriangleAlert : CircleCheck
  const done = !report.dryRun
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="What the file comes to"
      className="grid scroll-mt-24 gap-5 rounded-card border border-line bg-white p-6 sm:p-8"
    >
      <div>
        <p className="flex items-start gap-3 font-display text-xl">
          <Icon
            aria-hidden
            size={24}
            className={cx('mt-0.5 flex-none', bad ? 'text-warning' : 'text-success')}
          />
          {verdict(report)}
        </p>
        <p className="mt-1 text-cocoa break-words">{name}</p>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        <Count value={report.rows} label="Rows" className="max-sm:col-span-2" />
        <Count value={report.created} label={done ? 'Added' : 'To add'} />
        <Count value={report.updated} label={done ? 'Updated' : 'To update'} />
        <Count value={report.unchanged} label="Unchanged" />
        <Count value={wrongRows(report.problems)} label="With problems" tone="wrong" />
      </dl>
      {children}
    </section>
  )
}

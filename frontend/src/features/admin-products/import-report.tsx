import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportedChange, ImportedNewProduct, ImportProblem, ImportReport } from '@/api/types'
import { formatInteger, pluralize } from '@/lib/integer'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { type Column, DataTable } from '@/ui/table'

/** The number of rows shown at first; a tenth of the number added by a click. */
const SHOWN = 100

const idColumn = {
  key: 'id',
  header: 'Product ID',
  cell: ({ productId }: { productId: string }) => (
    <span className="break-all md:whitespace-nowrap">{productId || '–'}</span>
  ),
}

const nameColumn = {
  key: 'name',
  header: 'Product Name',
  cell: ({ productName }: { productName: string }) => <span className="break-words">{productName}</span>,
}

const cellColumns = (told: string): readonly Column<ImportProblem>[] => [
  {
    key: 'row',
    header: 'Row',
    cell: ({ row }) => <span className="tabular-nums">{formatInteger(row)}</span>,
  },
  idColumn,
  { key: 'column', header: 'Column', cell: ({ column }) => column ?? '–' },
  {
    key: 'problem',
    header: told,
    cell: ({ message }) => <span className="break-words">{message}</span>,
  },
]

const PROBLEM_COLUMNS = cellColumns('Problem')
const NOTICE_COLUMNS = cellColumns('Note')
const NEW_COLUMNS: readonly Column<ImportedNewProduct>[] = [idColumn, nameColumn]
const CHANGE_COLUMNS: readonly Column<ImportedChange>[] = [
  idColumn,
  nameColumn,
  { key: 'columns', header: 'What changes', cell: ({ columns }) => columns.join(', ') },
]

const cellKey = ({ row, column, message }: ImportProblem) => `${row} ${column} ${message}`

/** The problems of a sheet, some at a time. */
export function ProblemTable({ problems }: { problems: readonly ImportProblem[] }) {
  return <LongTable caption="Problems" columns={PROBLEM_COLUMNS} rows={problems} rowKey={cellKey} />
}

const headingOf = (title: string, listed: number, all: number) =>
  listed < all
    ? `${title} (the first ${formatInteger(listed)} of ${formatInteger(all)})`
    : `${title} (${formatInteger(all)})`

/** What the import of a sheet would add and change: a productId that a spreadsheet changed shows as a new product. */
export function ImportPreview({ report }: { report: ImportReport }) {
  const { newProducts, changes, notices } = report
  return (
    <>
      {notices.length > 0 && (
        <PreviewPart title={headingOf('Notes', notices.length, notices.length)}>
          <LongTable caption="Notes" columns={NOTICE_COLUMNS} rows={notices} rowKey={cellKey} />
        </PreviewPart>
      )}
      {newProducts.length > 0 && (
        <PreviewPart title={headingOf('New products', newProducts.length, report.created)}>
          <p className="max-w-prose text-pretty text-cocoa">
            Is one of them in the shop already? Then a spreadsheet changed its productId: it drops leading
            zeros and takes codes for dates or numbers.
          </p>
          <LongTable
            caption="New products"
            columns={NEW_COLUMNS}
            rows={newProducts}
            rowKey={({ productId }) => productId}
          />
        </PreviewPart>
      )}
      {changes.length > 0 && (
        <PreviewPart title={headingOf('Changed products', changes.length, report.updated)}>
          <LongTable
            caption="Changed products"
            columns={CHANGE_COLUMNS}
            rows={changes}
            rowKey={({ productId }) => productId}
          />
        </PreviewPart>
      )}
    </>
  )
}

function PreviewPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="font-display text-xl">{title}</h2>
      {children}
    </section>
  )
}

function LongTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  const [shown, setShown] = useState(SHOWN)
  const hidden = rows.length - shown
  return (
    <div className="grid gap-4">
      <DataTable
        caption={caption}
        plain
        columns={columns}
        rows={rows.slice(0, shown)}
        rowKey={rowKey}
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

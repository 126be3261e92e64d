import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { Key, ReactNode, RefObject, UIEventHandler } from 'react'
import { cx } from './cx'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Shows a sort button in the header; `onSort` hears of it. */
  sortable?: boolean
  /** On phones: without its name, over the full width (the card's heading, or its buttons). */
  bare?: boolean
  className?: string
}

export type Sort = { key: string; direction: 'asc' | 'desc' }

export type DataTableProps<Row> = {
  /** What the table shows, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Instead of the table when there are no rows. */
  empty: ReactNode
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** A click anywhere in a row. Give one cell a real button for the keyboard. */
  onRowClick?: (row: Row) => void
  /** Scrolls within this height from 768 px, with the header in sight. */
  maxHeightClass?: string
  /** The rows are those of the question before; they fade until the new ones are there. */
  stale?: boolean
  /** Rows closer together, for lists that are worked in all day. */
  dense?: boolean
  /** Nothing in the rows takes the focus: the box that scrolls does, for the keyboard. */
  plain?: boolean
  /** From 1024 px the page scrolls, not the table: its header stays in sight at the top of the window. */
  onPage?: boolean
  /** What scrolls, for whoever remembers how far. */
  box?: { ref: RefObject<HTMLDivElement | null>; onScroll: UIEventHandler }
}

/** Whoever marks text in a row to copy it does not mean to open the row. */
const isMarking = (): boolean => window.getSelection()?.isCollapsed === false

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const active = sort?.key === column.key ? sort.direction : null
  const Icon = active === null ? ArrowUpDown : active === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={active === null ? undefined : active === 'asc' ? 'ascending' : 'descending'}
      className={cx(
        'px-4 py-1 font-semibold whitespace-nowrap',
        column.align === 'end' ? 'text-end' : 'text-start',
      )}
    >
      {column.sortable === true && onSort !== undefined ? (
        <button
          type="button"
          onClick={() => onSort({ key: column.key, direction: active === 'asc' ? 'desc' : 'asc' })}
          className="inline-flex min-h-11 items-center gap-1.5 hover:text-lotus"
        >
          {column.header}
          <Icon aria-hidden size={15} className={active === null ? 'opacity-50' : ''} />
        </button>
      ) : (
        <span className="inline-flex min-h-11 items-center">{column.header}</span>
      )}
    </th>
  )
}

/** Rows and columns; cards below 768 px. The roles keep it a table when the layout is not one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    empty,
    sort,
    onSort,
    onRowClick,
    maxHeightClass,
    stale = false,
    dense = false,
    plain = false,
    onPage = false,
    box,
  } = props
  if (rows.length === 0) return <div className="rounded-card border border-line bg-white">{empty}</div>
  return (
    <div
      {...box}
      {...(plain && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={cx(
        'overflow-hidden rounded-card border border-line bg-white transition-opacity md:overflow-auto',
        onPage ? 'lg:overflow-clip' : maxHeightClass,
        stale && 'opacity-60',
      )}
    >
      {/* display: block takes the roles of a table away in some browsers: they are written out. */}
      <table role="table" className="data-table w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead className="z-1 bg-shell text-sm md:sticky md:top-0">
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} {...(onSort && { onSort })} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              onClick={onRowClick && (() => isMarking() || onRowClick(row))}
              className={cx(onRowClick !== undefined && 'cursor-pointer hover:bg-paper')}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.bare === true ? undefined : column.header}
                  className={cx(
                    dense ? 'md:px-4 md:py-1.5' : 'md:px-4 md:py-3',
                    column.align === 'end' && 'md:text-end',
                    column.className,
                  )}
                >
                  {column.bare === true ? (
                    column.cell(row)
                  ) : (
                    <div className="min-w-0">{column.cell(row)}</div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

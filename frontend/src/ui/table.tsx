import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { Key, ReactNode, RefObject, UIEventHandler } from 'react'
import { cx } from './cx'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Shows a sort button in the header, which calls `onSort`. */
  sortable?: boolean
  /** On phones without its name and over the full width: the card's heading or its buttons. */
  bare?: boolean
  /** Shown from 1280 px. */
  wideOnly?: boolean
  className?: string
}

export type Sort = { key: string; direction: 'asc' | 'desc' }

export type DataTableProps<Row> = {
  /** The caption, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Replaces the table when there are no rows. */
  empty: ReactNode
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Called on a click anywhere in a row. One cell must have a button for the keyboard. */
  onRowClick?: (row: Row) => void
  /** From 768 px: the height within which rows scroll below a sticky header. */
  maxHeightClass?: string
  /** The rows are those of the former query, shown faded until the new ones arrive. */
  stale?: boolean
  /** Less space between rows. */
  dense?: boolean
  /** No control in the rows: the scroll container is focusable for the keyboard. */
  plain?: boolean
  /** Props of the scroll container. */
  box?: { ref: RefObject<HTMLDivElement | null>; onScroll: UIEventHandler }
}

/** True while text is selected: the click ends a selection and must not open the row. */
const isMarking = (): boolean => window.getSelection()?.isCollapsed === false

/** Columns of a dense table are closer together where windows are narrow. */
const DENSE_CELL = 'md:px-2 md:first:ps-4 md:last:pe-4 xl:px-4'

function HeaderCell<Row>({
  column,
  sort,
  onSort,
  dense,
}: { column: Column<Row>; dense: boolean } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const active = sort?.key === column.key ? sort.direction : null
  const Icon = active === null ? ArrowUpDown : active === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={active === null ? undefined : active === 'asc' ? 'ascending' : 'descending'}
      className={cx(
        'py-1 font-semibold whitespace-nowrap',
        dense ? DENSE_CELL : 'px-4',
        column.align === 'end' ? 'text-end' : 'text-start',
        column.wideOnly === true && 'max-xl:hidden',
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

/** A table; cards below 768 px. Explicit roles keep it a table in both layouts. */
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
    box,
  } = props
  if (rows.length === 0) return <div className="rounded-card border border-line bg-white">{empty}</div>
  return (
    <div
      {...box}
      {...(plain && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
      className={cx(
        'overflow-hidden rounded-card border border-line bg-white transition-opacity md:overflow-auto',
        maxHeightClass,
        stale && 'opacity-60',
      )}
    >
      {/* In some browsers display: block removes table roles. */}
      <table
        role="table"
        aria-busy={stale}
        className={cx('data-table w-full border-collapse text-start', dense && 'dense-table')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="z-1 bg-shell text-sm md:sticky md:top-0">
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={sort}
                dense={dense}
                {...(onSort && { onSort })}
              />
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
                    dense ? `${DENSE_CELL} md:py-1.5` : 'md:px-4 md:py-3',
                    column.align === 'end' && 'md:text-end',
                    column.wideOnly === true && 'max-xl:hidden',
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

import { cx } from './cx'

/** A column's name; `end` aligns numbers. */
export type ColumnHead = string | { label: string; end?: boolean; className?: string }

export type ColumnHeadsProps = {
  heads: readonly ColumnHead[]
  /** Of the row. */
  className?: string
  /** Of every name. */
  cellClass?: string
}

/** The head of a small plain table. */
export function ColumnHeads({ heads, className, cellClass }: ColumnHeadsProps) {
  const columns = heads.map((head) => (typeof head === 'string' ? { label: head } : head))
  return (
    <thead className={className}>
      <tr>
        {columns.map(({ label, end = false, className: own }) => (
          <th key={label} scope="col" className={cx(cellClass, end ? 'ps-3 text-end' : 'text-start', own)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

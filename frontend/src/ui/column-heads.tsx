import { cx } from './cx'

/** A column's label; labels of one table differ. `end` aligns the column to the end, as numbers are. */
type ColumnHead = string | { label: string; end?: boolean; className?: string }

type ColumnHeadsProps = {
  heads: readonly ColumnHead[]
  /** Classes of the `<thead>`. */
  className?: string
  /** Classes of every `<th>`. */
  cellClass?: string
}

/** The head of a table without sorting. */
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

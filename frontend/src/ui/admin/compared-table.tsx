import { ColumnHeads } from '@/ui/column-heads'

const CELL = 'py-2 pe-4 text-start align-top wrap-anywhere'

/** A field with its values in two states. */
export type ComparedRow = { label: string; values: readonly string[] }

/** Fields and their values side by side; a value of many lines is cut. */
export function ComparedTable({
  caption,
  heads,
  rows,
  isCut = true,
}: {
  caption: string
  /** The heads of the columns of values. */
  heads: readonly string[]
  rows: readonly ComparedRow[]
  isCut?: boolean
}) {
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <ColumnHeads
        className="border-b border-line text-cocoa"
        cellClass={`${CELL} font-semibold`}
        heads={[{ label: 'Field', className: 'w-[28%]' }, ...heads]}
      />
      <tbody className="divide-y divide-line">
        {rows.map(({ label, values }) => (
          // Items of one name have the same label.
          <tr key={[label, ...values].join(' ')}>
            <th scope="row" className={`${CELL} font-medium`}>
              {label}
            </th>
            {values.map((value, place) => (
              <td key={heads[place]} className={CELL}>
                <span className={isCut ? 'line-clamp-4' : 'whitespace-pre-line'}>{value || '(empty)'}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

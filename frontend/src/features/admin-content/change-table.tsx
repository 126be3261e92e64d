import { ColumnHeads } from '@/ui/column-heads'
import type { Change } from './changes'

const shown = (text: string): string => (text === '' ? '(empty)' : text)

/** What differs, field by field. */
export function ChangeTable({
  changes,
  caption,
  heads: [from, to],
}: {
  changes: readonly Change[]
  caption: string
  heads: readonly [string, string]
}) {
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <ColumnHeads
        cellClass="py-1.5 pe-4 font-semibold"
        heads={[{ label: 'Field', className: 'w-[28%]' }, from, to]}
      />
      <tbody className="divide-y divide-line align-top">
        {changes.map(({ label, from: before, to: after }) => (
          // Items of one name have the same label.
          <tr key={`${label} ${before} ${after}`}>
            <th scope="row" className="py-2 pe-4 text-start font-medium wrap-anywhere">
              {label}
            </th>
            <td className="py-2 pe-4 wrap-anywhere text-cocoa">
              <span className="line-clamp-4">{shown(before)}</span>
            </td>
            <td className="py-2 wrap-anywhere">
              <span className="line-clamp-4">{shown(after)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

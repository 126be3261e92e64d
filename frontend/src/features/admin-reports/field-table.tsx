import { ColumnHeads } from '@/ui/column-heads'
import type { FieldChange } from './field-changes'

const CELL = 'py-2 pe-4 text-start align-top break-words whitespace-pre-line'

/** Fields with old and new values side by side. */
export function FieldTable({ caption, fields }: { caption: string; fields: readonly FieldChange[] }) {
  const created = fields.every(({ before }) => before === null)
  const deleted = fields.every(({ after }) => after === null)
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <ColumnHeads
        className="border-b border-line text-cocoa"
        cellClass={`${CELL} font-semibold`}
        heads={[
          { label: 'Field', className: 'w-[32%]' },
          ...(created ? [] : ['Before']),
          ...(deleted ? [] : ['After']),
        ]}
      />
      <tbody className="divide-y divide-line">
        {fields.map(({ key, label, before, after }) => (
          <tr key={key}>
            <th scope="row" className={`${CELL} font-semibold`}>
              {label}
            </th>
            {!created && <td className={CELL}>{before}</td>}
            {!deleted && <td className={CELL}>{after}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { ColumnHeads } from '@/ui/column-heads'

/** A field in which a form and what is stored differ; `mine` is null when the form did not change it. */
export type Difference = { label: string; mine: string | null; theirs: string }

const shown = (text: string): string => (text === '' ? '(empty)' : text)

/** Both values of each field, or the sentence `none` without any. */
export function Differences({ rows, none }: { rows: readonly Difference[]; none: string }) {
  if (rows.length === 0) return <p>{none}</p>
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">Your values and the present ones</caption>
      <ColumnHeads
        cellClass="py-1 pe-4 font-semibold"
        heads={[{ label: 'Field', className: 'w-[28%]' }, 'Yours', 'Now in the shop']}
      />
      <tbody className="divide-y divide-line align-top">
        {rows.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row" className="py-1.5 pe-4 text-start font-medium">
              {label}
            </th>
            <td className="py-1.5 pe-4 break-words">
              <span className="line-clamp-3">{mine === null ? 'not changed by you' : shown(mine)}</span>
            </td>
            <td className="py-1.5 break-words">
              <span className="line-clamp-3">{shown(theirs)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A notice of a change by somebody else, with buttons to decide; it receives the focus. */
export function ConflictFrame({
  title,
  children,
  buttons,
}: {
  title: string
  children: ReactNode
  buttons: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      className="grid scroll-mt-24 gap-3 rounded-card bg-warning-wash p-5 sm:p-6"
    >
      <p className="flex items-start gap-3 text-lg font-semibold">
        <TriangleAlert aria-hidden size={22} className="mt-0.5 flex-none text-warning" />
        {title}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">{buttons}</div>
    </section>
  )
}

/** The form's values and those that were saved meanwhile, and the choice between them. */
export function VersionConflict({
  title,
  keepLabel = 'Save my changes',
  takeLabel = 'Take the present values',
  conflict: { differences, keepMine, takeTheirs },
  none,
  pending,
  children,
}: {
  title: string
  keepLabel?: string
  takeLabel?: string
  conflict: { differences: readonly Difference[]; keepMine: () => void; takeTheirs: () => void }
  /** The sentence where the values do not differ. */
  none: string
  pending: boolean
  children: ReactNode
}) {
  return (
    <ConflictFrame
      title={title}
      buttons={
        <>
          <Button size="sm" pending={pending} onClick={keepMine}>
            {keepLabel}
          </Button>
          <Button size="sm" variant="secondary" disabled={pending} onClick={takeTheirs}>
            {takeLabel}
          </Button>
        </>
      }
    >
      {children}
      <Differences rows={differences} none={none} />
    </ConflictFrame>
  )
}

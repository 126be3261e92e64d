import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { ColumnHeads } from '@/ui/column-heads'
import type { Conflict, Difference } from './conflicts'

export type ConflictNoticeProps = {
  conflict: Conflict
  /** The stock at the form's opening, and in the form. */
  stock: { before: number; mine: string }
  differences: readonly Difference[]
  pending: boolean
  /** Saves the form over the present product. */
  onKeepMine: () => void
  /** Discards the form's stock, or the whole form, for the present product. */
  onTakeTheirs: () => void
}

const shown = (text: string): string => (text === '' ? '(empty)' : text)

function Differences({ rows }: { rows: readonly Difference[] }) {
  if (rows.length === 0) return <p>What is in the form is the same as the product as it is now.</p>
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

function Frame({ title, children, buttons }: { title: string; children: ReactNode; buttons: ReactNode }) {
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

/** Reports changes of the product during the edit with both values; the admin decides. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { conflict, stock, pending, onKeepMine, onTakeTheirs } = props
  if (conflict.kind === 'stock') {
    return (
      <Frame
        title="The stock has changed meanwhile"
        buttons={
          <>
            <Button size="sm" pending={pending} onClick={onTakeTheirs}>
              Save with {conflict.stock} in stock
            </Button>
            {stock.mine !== String(conflict.stock) && (
              <Button size="sm" variant="secondary" disabled={pending} onClick={onKeepMine}>
                Save with {stock.mine} in stock
              </Button>
            )}
          </>
        }
      >
        <p>
          It was {stock.before} when you opened this page and is {conflict.stock} now. Your form says{' '}
          {stock.mine}. Nothing has been saved yet.
        </p>
      </Frame>
    )
  }
  return (
    <Frame
      title="This product was changed by somebody else meanwhile"
      buttons={
        <>
          <Button size="sm" pending={pending} onClick={onKeepMine}>
            Save my changes
          </Button>
          <Button size="sm" variant="secondary" disabled={pending} onClick={onTakeTheirs}>
            Take the present values
          </Button>
        </>
      }
    >
      <p>
        Nothing has been saved yet. Saving your changes keeps the present values wherever you changed nothing.
      </p>
      <Differences rows={props.differences} />
    </Frame>
  )
}

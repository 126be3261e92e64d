import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '@/ui/button'
import { ComparedTable } from './compared-table'

/** A field in which a form and what is stored differ; `mine` is null when the form did not change it. */
export type Difference = { label: string; mine: string | null; theirs: string }

/** Both values of each field, or the sentence `none` without any. */
function Differences({ rows, none }: { rows: readonly Difference[]; none: string }) {
  if (rows.length === 0) return <p>{none}</p>
  return (
    <ComparedTable
      caption="Your values and the present ones"
      heads={['Yours', 'Now in the shop']}
      rows={rows.map(({ label, mine, theirs }) => ({
        label,
        values: [mine ?? 'not changed by you', theirs],
      }))}
    />
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
  const id = useId()
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby={id}
      className="grid scroll-mt-24 gap-3 rounded-card bg-warning-wash p-5 sm:p-6"
    >
      <p id={id} className="flex items-start gap-3 text-lg font-semibold">
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

import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Loaded } from '@/ui/loaded'
import { Panel } from '@/ui/panel'

/** Rows that scroll within a fixed height, also by keyboard. It ends within a row, which shows that there are more. */
export function ScrollList({
  label,
  empty,
  children,
}: {
  label: string
  empty: string
  children: ReactNode[]
}) {
  if (children.length === 0) return <p className="py-4 text-cocoa">{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within the keyboard's reach
    <ul aria-label={label} tabIndex={0} className="max-h-76 divide-y divide-line overflow-y-auto rounded-tag">
      {children}
    </ul>
  )
}

/** A panel of the dashboard. */
export function DashboardPanel(props: ComponentProps<typeof Panel>) {
  return <Panel level="h3" headingClass="text-subheading" {...props} />
}

/** A part of the dashboard with several panels. */
export function PanelGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Renders a query's data, a skeleton while loading, an error with retry, and a note when the data is stale. */
export function Answer<Data>({
  query,
  what,
  waitingClass = 'h-24',
  children,
}: {
  query: UseQueryResult<Data>
  /** The name of the data, as the end of a sentence. */
  what: string
  waitingClass?: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && (
          <p role="alert" className="flex items-center gap-2 text-sm text-cocoa">
            <CircleAlert aria-hidden size={16} className="flex-none text-warning" />
            Could not be refreshed
          </p>
        )}
        {children(query.data)}
      </>
    )
  }
  return (
    <Loaded query={query} message={`We could not load ${what}.`} skeleton={`rounded-input ${waitingClass}`}>
      {children}
    </Loaded>
  )
}

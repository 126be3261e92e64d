import type { ReactNode } from 'react'

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

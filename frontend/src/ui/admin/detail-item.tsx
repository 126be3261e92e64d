import type { ReactNode } from 'react'

/** One line of a `<dl>` about an order, a customer or a change: what it is, and the value below. */
export function DetailItem({
  name,
  wide = false,
  children,
}: {
  name: string
  /** Over the full width. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'col-span-full' : ''}>
      <dt className="text-sm text-cocoa">{name}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

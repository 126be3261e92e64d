import type { ReactNode } from 'react'

/** A term and its description in a `<dl>`. */
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

import type { ReactNode } from 'react'
import { PageMeta } from '@/ui/page-meta'

/** Title row and body of a page of the back-office. */
export function AdminPage({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageMeta title={title} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-display text-heading">{title}</h1>
        {action}
      </div>
      {children}
    </>
  )
}

import type { ReactNode } from 'react'
import { PageMeta } from '@/ui/page-meta'
import { HelpButton } from './help-button'

/** Title row and body of a page of the back-office. The title has a button that opens its help. */
export function AdminPage({
  title,
  about,
  action,
  help = true,
  children,
}: {
  title: string
  /** What the page is for. */
  about?: string
  action?: ReactNode
  /** Whether the handbook has a section for the page. */
  help?: boolean
  children: ReactNode
}) {
  return (
    <>
      <PageMeta title={title} />
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3 sm:flex-nowrap">
        <div className="grid min-w-0 gap-1">
          <div className="flex min-w-0 items-center gap-1">
            <h1 className="min-w-0 font-display text-heading">{title}</h1>
            {help && <HelpButton />}
          </div>
          {about !== undefined && <p className="max-w-prose text-cocoa">{about}</p>}
        </div>
        {action !== undefined && <div className="flex-none">{action}</div>}
      </div>
      {children}
    </>
  )
}

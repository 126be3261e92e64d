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
  /** One sentence: what the page is for. */
  about?: string
  action?: ReactNode
  /** Whether the handbook has a section for the page. */
  help?: boolean
  children: ReactNode
}) {
  return (
    <>
      <PageMeta title={title} />
      <div className="mb-6 grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex min-w-0 items-center gap-1">
            <h1 className="min-w-0 font-display text-heading">{title}</h1>
            {help && <HelpButton />}
          </div>
          {action}
        </div>
        {about !== undefined && <p className="max-w-prose text-cocoa">{about}</p>}
      </div>
      {children}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { FilePlus2, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ContentState } from '@/api/types'
import { formatDate } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { slugFrom, TEMPLATES } from './documents'
import { LIMITS } from './limits'
import { StatesFailure } from './look-overview'
import { NewPageDialog } from './new-page-dialog'
import { contentQueries } from './queries'

/** 'Published 21 Nov 2026', 'Changes not published', 'Draft' or 'Template'. */
function stateOf({ publishedAt, isChanged, savedAt }: ContentState): string {
  if (publishedAt !== null)
    return isChanged ? 'Changes not published' : `Published ${formatDate(publishedAt)}`
  return savedAt === null ? 'Template: read it, adapt it, publish it' : 'Draft: visitors do not see it yet'
}

function PageRow({ page, slug }: { page: ContentState; slug: string }) {
  return (
    <li>
      <Link
        to={`/admin/look/pages/${slug}`}
        className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 hover:bg-shell"
      >
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{page.title}</span>
          <span className="block text-sm text-cocoa wrap-anywhere">/pages/{slug}</span>
        </span>
        <span className="text-sm">{stateOf(page)}</span>
      </Link>
    </li>
  )
}

function Rows({ label, pages }: { label: string; pages: readonly ContentState[] }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white"
    >
      {pages.map((page) => (
        <PageRow key={page.name} page={page} slug={slugFrom(page.name) ?? ''} />
      ))}
    </ul>
  )
}

/** The pages of text: the templates that every shop has, and its own. */
export function PagesList() {
  const query = useQuery(contentQueries.states())
  const [isAdding, setIsAdding] = useState(false)
  const pages = (query.data ?? []).filter(({ name }) => slugFrom(name) !== null)
  const isTemplate = ({ name }: ContentState) => TEMPLATES.includes(slugFrom(name) ?? '')
  const own = pages.filter((page) => !isTemplate(page))
  const isFull = own.length >= LIMITS.ownPages
  return (
    <AdminPage
      title="Pages"
      action={
        <Button disabled={isFull || query.data === undefined} onClick={() => setIsAdding(true)}>
          <Plus aria-hidden size={18} />
          New page
        </Button>
      }
    >
      <p className="-mt-4 mb-6 max-w-prose text-cocoa">
        Pages of text that tell customers who you are and what they can rely on. Published ones can be linked
        from the footer.
      </p>
      <StatesFailure query={query} />
      {query.isPending && <Spinner label="Loading..." className="size-8 text-lotus" />}
      {query.data !== undefined && (
        <div className="grid gap-8">
          <section className="grid gap-3">
            <h2 className="font-display text-xl">Pages that every shop needs</h2>
            <Rows label="Pages that every shop needs" pages={pages.filter(isTemplate)} />
          </section>
          <section className="grid gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-4">
              <h2 className="font-display text-xl">Your own pages</h2>
              <p className="text-sm text-cocoa tabular-nums">
                {own.length} of {LIMITS.ownPages}
                {isFull && ': use one of them again for something new'}
              </p>
            </div>
            {own.length > 0 ? (
              <Rows label="Your own pages" pages={own} />
            ) : (
              <div className="rounded-card border border-line bg-white">
                <EmptyState
                  icon={FilePlus2}
                  title="No page of your own yet."
                  action={
                    <Button variant="secondary" onClick={() => setIsAdding(true)}>
                      Write the first one
                    </Button>
                  }
                >
                  A story, a gift guide, answers to questions: give it a title, write it, and publish it.
                </EmptyState>
              </div>
            )}
          </section>
        </div>
      )}
      <NewPageDialog
        open={isAdding}
        onOpenChange={setIsAdding}
        taken={pages.map(({ name }) => slugFrom(name) ?? '')}
      />
    </AdminPage>
  )
}

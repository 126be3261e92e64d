import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  ContactRound,
  FilePlus2,
  FileText,
  House,
  type LucideIcon,
  Megaphone,
  Palette,
  PanelBottom,
  Plus,
  Store,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/api/problem'
import { useMay } from '@/api/staff'
import type { ContentState } from '@/api/types'
import { formatDate } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { Spinner } from '@/ui/spinner'
import { DOCUMENTS, type DocumentKind, permissionFor, slugFrom, TEMPLATES } from './documents'
import { LIMITS } from './limits'
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
      about="Pages of text that tell customers who you are and what they can rely on. Published ones can be linked from the footer."
      action={
        <Button disabled={isFull || query.data === undefined} onClick={() => setIsAdding(true)}>
          <Plus aria-hidden size={18} />
          New page
        </Button>
      }
    >
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

const ICONS: Readonly<Record<DocumentKind, LucideIcon>> = {
  identity: Store,
  theme: Palette,
  home: House,
  footer: PanelBottom,
  contact: ContactRound,
  announcement: Megaphone,
  page: FileText,
}

/** 'Changes not published', 'Published 21 Nov 2026' or 'As the shop came'. */
function describeState({ isChanged, publishedAt }: ContentState): string {
  if (isChanged) return 'Changes not published'
  return publishedAt === null ? 'As the shop came' : `Published ${formatDate(publishedAt)}`
}

type Entry = { to: string; title: string; about: string; icon: LucideIcon; state: string }

function Card({ to, title, about, icon: Icon, state }: Entry) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full gap-4 rounded-card border border-line bg-white p-5 transition-shadow hover:shadow-card sm:p-6"
      >
        <Icon aria-hidden size={24} strokeWidth={1.5} className="mt-1 flex-none text-lotus" />
        <span className="min-w-0">
          <span className="block font-display text-xl">{title}</span>
          <span className="mt-1 block text-cocoa">{about}</span>
          {state !== '' && <span className="mt-2 block text-sm font-medium">{state}</span>}
        </span>
      </Link>
    </li>
  )
}

/** How many pages visitors see, and how many drafts wait. */
function pagesState(items: readonly ContentState[]): string {
  const pages = items.filter(({ name }) => name.startsWith('page:'))
  const published = pages.filter(({ publishedVersion }) => publishedVersion !== null).length
  return published === 0 ? 'None published yet' : `${published} of ${pages.length} published`
}

/** The notice of a list that could not be loaded; the links to its documents stay. */
function StatesFailure({
  query: { error, isRefetching, refetch },
}: {
  query: UseQueryResult<ContentState[]>
}) {
  if (error === null) return null
  return (
    <div className="mb-6">
      <ErrorNotice
        message={messageOf(error, 'Failed to load what is published.')}
        pending={isRefetching}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

/** Everything with which the shop is made one's own, and what of it is not published. */
export function LookOverview() {
  const may = useMay()
  const query = useQuery(contentQueries.states())
  const items = query.data ?? []
  const stateOf = (name: string) => {
    const state = items.find((item) => item.name === name)
    return state === undefined ? '' : describeState(state)
  }
  const isNew =
    query.data !== undefined &&
    items.every(({ publishedAt, savedAt }) => publishedAt === null && savedAt === null)
  const shown = DOCUMENTS.filter(({ kind }) => may(permissionFor(kind)))
  return (
    <AdminPage
      title="Look"
      about="Make the shop your own: its name, colours, home page and texts. Nothing changes for visitors until you publish it."
    >
      <StatesFailure query={query} />
      {isNew && shown[0] !== undefined && (
        <p className="mb-6 rounded-card bg-mist p-5">
          Your shop still looks as it came. Begin with{' '}
          <Link to={`/admin/look/${shown[0].kind}`} className="font-medium text-lotus underline">
            {shown[0].title}
          </Link>
          : {shown[0].purpose}
        </p>
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {shown.map(({ kind, name, title, purpose }) => (
          <Card
            key={name}
            to={`/admin/look/${kind}`}
            title={title}
            about={purpose}
            icon={ICONS[kind]}
            state={stateOf(name)}
          />
        ))}
        <Card
          to="/admin/look/pages"
          title="Pages"
          about="Pages of text: about you, delivery and returns, privacy, terms, and up to 20 of your own."
          icon={ICONS.page}
          state={query.data === undefined ? '' : pagesState(items)}
        />
      </ul>
    </AdminPage>
  )
}

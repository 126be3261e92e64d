import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  ContactRound,
  FileText,
  House,
  type LucideIcon,
  Megaphone,
  Palette,
  PanelBottom,
  Store,
} from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '@/api/problem'
import { useMay } from '@/api/staff'
import type { ContentState } from '@/api/types'
import { formatDate } from '@/lib/date'
import { AdminPage } from '@/ui/admin/admin-page'
import { ErrorNotice } from '@/ui/error-notice'
import { DOCUMENTS, type DocumentKind, permissionFor } from './documents'
import { contentQueries } from './queries'

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
export function describeState({ isChanged, publishedAt }: ContentState): string {
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
export function StatesFailure({
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
    <AdminPage title="Look">
      <p className="-mt-4 mb-6 max-w-prose text-cocoa">
        Make the shop your own: its name, colours, home page and texts. Nothing changes for visitors until you
        publish it.
      </p>
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

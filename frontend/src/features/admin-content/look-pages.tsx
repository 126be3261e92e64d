// The pages with which the shop is made one's own. They are in chunks of their own: the editor is large.
import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { lazyPart } from '@/ui/lazy-part'

const LookOverview = lazyPart(async () => (await import('./look-overview')).LookOverview)
const PagesList = lazyPart(async () => (await import('./look-overview')).PagesList)
const DocumentPage = lazyPart(async () => (await import('./document-page')).DocumentPage)
const TextPage = lazyPart(async () => (await import('./document-page')).TextPage)

const TITLES = {
  identity: 'Identity',
  theme: 'Colours',
  home: 'Home page',
  footer: 'Footer',
  contact: 'Contact page',
  announcement: 'Announcement',
} as const

/** The page of text whose slug ends the address. */
function PageOfAddress() {
  const slug = (useParams()['*'] ?? '').replace(/\/$/, '').split('/').at(-1) ?? ''
  return <TextPage slug={slug} />
}

/** Each page with its path below /admin and its title. */
export const LOOK_PAGES: readonly { path: string; title: string; page: ReactElement }[] = [
  { path: 'look', title: 'Look', page: <LookOverview /> },
  ...(Object.keys(TITLES) as (keyof typeof TITLES)[]).map((kind) => ({
    path: `look/${kind}`,
    title: TITLES[kind],
    page: <DocumentPage key={kind} kind={kind} />,
  })),
  { path: 'look/pages', title: 'Pages', page: <PagesList /> },
  { path: 'look/pages/:slug', title: 'Page', page: <PageOfAddress /> },
]

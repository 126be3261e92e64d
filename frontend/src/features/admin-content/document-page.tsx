import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf } from '@/api/problem'
import { AdminPage } from '@/ui/admin/admin-page'
import { ErrorNotice } from '@/ui/error-notice'
import { Spinner } from '@/ui/spinner'
import { DocumentEditor } from './document-editor'
import { DOCUMENTS, type Document, type DocumentKind, pageDocument } from './documents'
import { contentQueries } from './queries'
import { draftOf, textOf } from './values'

function Loaded({ document }: { document: Document }) {
  const { data, error, isRefetching, refetch } = useQuery(contentQueries.draft(document.name))
  if (data !== undefined) return <DocumentEditor document={document} content={data} />
  if (error === null) return <Spinner label="Loading..." className="size-8 text-lotus" />
  return (
    <ErrorNotice
      message={messageOf(error, 'Failed to load the draft.')}
      pending={isRefetching}
      onRetry={() => void refetch()}
    />
  )
}

const BACK = 'inline-flex min-h-11 items-center text-lotus underline'

function Frame({ title, document, back }: { title: string; document: Document; back: ReactNode }) {
  return (
    <AdminPage title={title} action={back}>
      <p className="-mt-4 mb-6 max-w-prose text-cocoa">{document.purpose}</p>
      <Loaded key={document.name} document={document} />
    </AdminPage>
  )
}

/** The editor of a document that every shop has. */
export function DocumentPage({ kind }: { kind: DocumentKind }) {
  const document = DOCUMENTS.find((one) => one.kind === kind)
  if (document === undefined) return null
  return (
    <Frame
      title={document.title}
      document={document}
      back={
        <Link to="/admin/look" className={BACK}>
          All of the look
        </Link>
      }
    />
  )
}

/** The editor of a page of text. */
export function TextPage({ slug }: { slug: string }) {
  const { data } = useQuery(contentQueries.draft(`page:${slug}`))
  const title = data === undefined ? '' : textOf(draftOf(data).title)
  return (
    <Frame
      title={title || 'Page'}
      document={pageDocument(slug)}
      back={
        <Link to="/admin/look/pages" className={BACK}>
          All pages
        </Link>
      }
    />
  )
}

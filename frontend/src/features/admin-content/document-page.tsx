import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AdminPage } from '@/ui/admin/admin-page'
import { Loaded } from '@/ui/loaded'
import { DocumentEditor } from './document-editor'
import { DOCUMENTS, type Document, type DocumentKind, pageDocument } from './documents'
import { contentQueries } from './queries'
import { draftOf, textOf } from './values'

const BACK = 'inline-flex min-h-11 items-center text-lotus underline'

function Frame({ title, document, back }: { title: string; document: Document; back: ReactNode }) {
  const query = useQuery(contentQueries.draft(document.name))
  return (
    <AdminPage title={title} about={document.purpose} action={back}>
      <Loaded key={document.name} query={query} failure="Failed to load the draft.">
        {(content) => <DocumentEditor document={document} content={content} />}
      </Loaded>
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

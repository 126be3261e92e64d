// What the frame of the preview is told: the published content with the draft in its place.
import type { Content, ContentDraft } from '@/api/types'
import { type Document, slugFrom } from './documents'
import { objectOf, textOf, type Values } from './values'

export const PREVIEW = 'araliya:preview'
export const PREVIEW_READY = 'araliya:preview-ready'

export type PreviewMessage = {
  type: typeof PREVIEW
  /** As `GET /api/content` answers it. */
  content: Values
  /** The colours of a theme that is being edited, by the names of the tokens. */
  tokens?: Readonly<Record<string, string>>
  /** A page of text that is being edited, as `GET /api/pages/{slug}` answers it. */
  page?: Values
}

/** The number that the draft would be published as. */
const nextVersion = ({ published }: ContentDraft): number => (published?.version ?? 0) + 1

function announcement(draft: Values, version: number): Values | null {
  return textOf(draft.text).trim() === ''
    ? null
    : { version, text: textOf(draft.text), link: draft.link ?? null }
}

/** The titles of the pages, with that of the page that is being edited. */
function pages(content: Content, slug: string, draft: Values): Values[] {
  const others = content.pages.filter((page) => page.slug !== slug)
  return draft.isShown === false ? others : [...others, { slug, title: textOf(draft.title) }]
}

function contentWith(document: Document, published: Content, answer: ContentDraft, draft: Values): Values {
  const content = published as unknown as Values
  const slug = slugFrom(document.name)
  if (slug !== null) return { ...content, pages: pages(published, slug, draft) }
  if (document.kind === 'announcement')
    return { ...content, announcement: announcement(draft, nextVersion(answer)) }
  return { ...content, [document.kind]: draft }
}

function pageOf(document: Document, answer: ContentDraft, draft: Values): Values | undefined {
  const slug = slugFrom(document.name)
  if (slug === null) return undefined
  const { title, description, body } = draft
  const texts = { title: title ?? '', description: description ?? '', body: objectOf(body) }
  return { slug, version: nextVersion(answer), ...texts }
}

export function previewMessage(
  document: Document,
  {
    published,
    answer,
    draft,
    tokens,
  }: {
    published: Content
    answer: ContentDraft
    draft: Values
    tokens?: Readonly<Record<string, string>> | undefined
  },
): PreviewMessage {
  const page = pageOf(document, answer, draft)
  return {
    type: PREVIEW,
    content: contentWith(document, published, answer, draft),
    ...(tokens !== undefined && { tokens }),
    ...(page !== undefined && { page }),
  }
}

/** Whether a message is the frame's own 'ready', and not one of another window or site. */
export const isReady = (event: MessageEvent<unknown>, frame: HTMLIFrameElement | null): boolean =>
  frame !== null &&
  event.source === frame.contentWindow &&
  event.origin === window.location.origin &&
  typeof event.data === 'object' &&
  event.data !== null &&
  (event.data as { type?: unknown }).type === PREVIEW_READY

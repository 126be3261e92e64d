import { Monitor, Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Content, ContentDraft } from '@/api/types'
import { type Document, slugFrom } from './documents'
import { objectOf, textOf, type Values } from './values'

export const PREVIEW = 'araliya:preview'
export const PREVIEW_READY = 'araliya:preview-ready'

type PreviewMessage = {
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
const isReady = (event: MessageEvent<unknown>, frame: HTMLIFrameElement | null): boolean =>
  frame !== null &&
  event.source === frame.contentWindow &&
  event.origin === window.location.origin &&
  typeof event.data === 'object' &&
  event.data !== null &&
  (event.data as { type?: unknown }).type === PREVIEW_READY

const PAUSE_MS = 150
/** The width of the shop's pages in the preview of a computer, in CSS pixels. */
const DESKTOP = 1280
/** Below this width of the window, in CSS pixels, the preview begins with a phone. */
const NARROW = 1024

/** Tells the frame about the draft, once it is ready and typing pauses. Whether it was ready yet. */
function usePreviewMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  message: PreviewMessage | undefined,
): boolean {
  const [ready, setReady] = useState(0)
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      // Each page that opens in the frame says so again.
      if (isReady(event, frame.current)) setReady((times) => times + 1)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [frame])
  useEffect(() => {
    if (ready === 0 || message === undefined) return
    const send = () => frame.current?.contentWindow?.postMessage(message, window.location.origin)
    const timer = setTimeout(send, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [frame, ready, message])
  return ready > 0
}

/** Shows a page of a computer's width in the width that there is. */
function useScale(box: RefObject<HTMLDivElement | null>, isWide: boolean) {
  useEffect(() => {
    const element = box.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    const adjust = () => {
      const scale = isWide ? Math.min(1, element.clientWidth / DESKTOP) : 1
      // By script: the policy for style sheets forbids the attribute.
      element.style.setProperty('--scale', String(scale || 1))
    }
    adjust()
    const observer = new ResizeObserver(adjust)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, isWide])
}

type Device = 'phone' | 'desktop'

const DEVICES = [
  { device: 'desktop', label: 'Computer', icon: Monitor },
  { device: 'phone', label: 'Phone', icon: Smartphone },
] as const

function DeviceSwitch({ chosen, onChoose }: { chosen: Device; onChoose: (device: Device) => void }) {
  return (
    <div className="flex gap-1">
      {DEVICES.map(({ device, label, icon: Icon }) => (
        <button
          key={device}
          type="button"
          aria-pressed={device === chosen}
          onClick={() => onChoose(device)}
          className="inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-sm font-medium hover:bg-sand aria-pressed:bg-blush aria-pressed:text-lotus-deep"
        >
          <Icon aria-hidden size={18} />
          {label}
        </button>
      ))}
    </div>
  )
}

/** The shop with the draft, in a frame; what is pressed in it changes nothing. */
export function Preview({ path, message }: { path: string; message: PreviewMessage | undefined }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [device, setDevice] = useState<Device>(() => (window.innerWidth < NARROW ? 'phone' : 'desktop'))
  const isWide = device === 'desktop'
  const isReady = usePreviewMessages(frame, message)
  useScale(box, isWide)
  return (
    <section aria-label="Preview" className="flex h-full min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <DeviceSwitch chosen={device} onChoose={setDevice} />
        <p role="status" className="text-sm text-cocoa">
          {isReady ? 'Shows your draft' : 'Opening the preview...'}
        </p>
      </div>
      <div ref={box} className="look-box">
        <iframe
          ref={frame}
          title="Preview of the shop"
          src={`/preview${path}`}
          // Not before it is seen: on phones the preview is behind a tab.
          loading="lazy"
          data-device={device}
          className="look-frame"
        />
      </div>
    </section>
  )
}

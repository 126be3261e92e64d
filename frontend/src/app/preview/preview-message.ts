// What the back-office sends to the preview, and how it is received.
import type { Content, PublishedPage } from '@/api/types'

export type PreviewMessage = {
  type: 'araliya:preview'
  /** The published content with the draft in place of one document. */
  content: Content
  /** Colours while the theme is edited, by the names of the style sheet's tokens: `{'lotus-deep': '#7c213c'}`. */
  tokens?: Record<string, string>
  /** The page of text that is edited. */
  page?: PublishedPage
}

/** Sent to the back-office once the preview listens. */
export const READY = { type: 'araliya:preview-ready' } as const

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isPreviewMessage(data: unknown): data is PreviewMessage {
  return isObject(data) && data.type === 'araliya:preview' && isObject(data.content)
}

/** The message of an event: only of the page around the frame, from the shop's own origin. */
export function readMessage({ origin, source, data }: MessageEvent): PreviewMessage | null {
  if (origin !== window.location.origin || source !== window.parent || source === window) return null
  return isPreviewMessage(data) ? data : null
}

/** The style sheet of these colours. Names and colours of another form are left out. */
export function styleOf(tokens: Record<string, string>): string {
  const rules = Object.entries(tokens)
    .filter(([name, colour]) => /^[a-z][a-z0-9-]*$/.test(name) && /^#[0-9a-f]{6}$/i.test(colour))
    .map(([name, colour]) => `--color-${name}:${colour};`)
  return `:root{${rules.join('')}}`
}

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asOwner } from '@/test/admin'
import { CONTENT, contentServer, DEFAULTS } from '@/test/look'
import { renderApp } from '@/test/render-app'
import { PREVIEW, PREVIEW_READY } from './preview'

const frame = async () => (await screen.findByTitle('Preview of the shop')) as HTMLIFrameElement

/** The messages to the frame; `say` is a message as the page in the frame sends it. */
async function listening() {
  const element = await frame()
  const told: Record<string, unknown>[] = []
  const origins: unknown[] = []
  const contentWindow = element.contentWindow as Window
  vi.spyOn(contentWindow, 'postMessage').mockImplementation((message: unknown, to: unknown) => {
    told.push(message as Record<string, unknown>)
    origins.push(to)
  })
  const say = (data: unknown, more: MessageEventInit = {}) =>
    fireEvent(
      window,
      new MessageEvent('message', { data, source: contentWindow, origin: window.location.origin, ...more }),
    )
  return { element, told, origins, say }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 400))

asOwner(
  () => import('./document-page'),
  () => import('./rich-text-editor'),
)

describe('the preview', () => {
  it('receives the draft once it is ready, and after each pause in typing', async () => {
    contentServer()
    const { user } = renderApp('/admin/look/footer')
    const { element, told, origins, say } = await listening()
    expect(element).toHaveAttribute('src', '/preview/')
    await pause()
    expect(told).toEqual([])
    say({ type: PREVIEW_READY })
    await waitFor(() => expect(told).toEqual([{ type: PREVIEW, content: CONTENT }]))
    expect(screen.getByText('Shows your draft')).toBeVisible()
    const delivery = screen.getByRole('textbox', { name: /^Line about delivery/ })
    await user.clear(delivery)
    await user.type(delivery, 'Everywhere')
    await waitFor(() =>
      expect(told.at(-1)).toEqual({
        type: PREVIEW,
        content: { ...CONTENT, footer: { ...DEFAULTS.footer, delivery: 'Everywhere' } },
      }),
    )
    expect(new Set(origins)).toEqual(new Set([window.location.origin]))
  })

  it('does not listen to other windows and sites', async () => {
    contentServer()
    renderApp('/admin/look/footer')
    const { told, say } = await listening()
    say({ type: PREVIEW_READY }, { origin: 'https://elsewhere.example' })
    say({ type: PREVIEW_READY }, { source: window })
    say({ type: 'other' })
    say('text')
    say(null)
    await pause()
    expect(told).toEqual([])
    expect(screen.getByText('Opening the preview...')).toBeVisible()
  })

  it('of a page has its text, although it is not published', async () => {
    const { kept } = contentServer()
    renderApp('/admin/look/pages/about')
    const { element, told, say } = await listening()
    expect(element).toHaveAttribute('src', '/preview/pages/about')
    say({ type: PREVIEW_READY })
    await waitFor(() =>
      expect(told.at(-1)).toMatchObject({
        content: { pages: [{ slug: 'about', title: 'About us' }] },
        page: { slug: 'about', version: 1, title: 'About us', body: { type: 'doc' } },
      }),
    )
    expect(kept('page:about').versions).toEqual([])
  })

  it('of an announcement shows none while it has no text', async () => {
    contentServer()
    const { user } = renderApp('/admin/look/announcement')
    const { told, say } = await listening()
    say({ type: PREVIEW_READY })
    await waitFor(() => expect(told.at(-1)).toMatchObject({ content: { announcement: null } }))
    await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'Sale')
    await waitFor(() =>
      expect(told.at(-1)).toMatchObject({
        content: { announcement: { version: 1, text: 'Sale', link: null } },
      }),
    )
  })
})

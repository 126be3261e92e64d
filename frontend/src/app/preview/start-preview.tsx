// The storefront below /preview, in a frame of the back-office: as a guest sees it, with drafts in place of what is published.
import type { QueryClient } from '@tanstack/react-query'
import type { Middleware } from 'openapi-fetch'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { api } from '@/api/client'
import { contentQuery } from '@/api/content'
import { useCart } from '@/features/cart/store'
import { pageQuery } from '@/features/content/queries'
import type { browserRouter } from '../browser-router'
import { clearErrorsOnNavigation } from '../clear-errors-on-navigation'
import { Providers } from '../providers'
import { publicRoutes } from '../shop/public-routes'
import { type PreviewMessage, READY, readMessage, styleOf } from './preview-message'

/** With the slash, as the server knows it. */
const BASE = '/preview/'

/** Refuses every call that would change something. */
const readOnly: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET' || new URL(request.url).pathname === '/api/orders/quote') return undefined
    const message = 'This is a preview: nothing is sent or changed.'
    const problem = { type: 'about:blank', title: 'Preview', status: 403, code: 'preview.read_only', message }
    return Response.json(problem, { status: 403, headers: { 'Content-Type': 'application/problem+json' } })
  },
}

/** The drafts stay until the next message. */
function keepDrafts(client: QueryClient): void {
  for (const queryKey of [['content'], ['page']])
    client.setQueryDefaults(queryKey, {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    })
}

/** Version 0 is a draft's: dismissing it in the preview does not dismiss the published one. */
const asDraft = ({ announcement, ...content }: PreviewMessage['content']): PreviewMessage['content'] => ({
  ...content,
  announcement: announcement && { ...announcement, version: 0 },
})

/** Shows the drafts of each message. Returns the function that stops it. */
function followDrafts(client: QueryClient): () => void {
  const sheet = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : null
  if (sheet !== null) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const receive = (event: MessageEvent) => {
    const message = readMessage(event)
    if (message === null) return
    const { content, tokens, page } = message
    // An answer that is on its way must not replace the draft.
    void client.cancelQueries({ queryKey: ['content'] })
    client.setQueryData(contentQuery().queryKey, asDraft(content))
    if (page !== undefined) {
      void client.cancelQueries({ queryKey: ['page', page.slug] })
      client.setQueryData(pageQuery(page.slug).queryKey, page)
    }
    sheet?.replaceSync(tokens === undefined ? '' : styleOf(tokens))
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}

/** Keeps the frame in the preview: links to other places do nothing. */
function stayInside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null) return
  const inside = link.origin === window.location.origin && link.pathname.startsWith(BASE)
  if (!inside || link.target === '_blank') event.preventDefault()
}

function Ready() {
  useEffect(() => {
    if (window.parent !== window) window.parent.postMessage(READY, window.location.origin)
  }, [])
  return null
}

/** Starts the preview. It reads neither the session nor the cart of this device, and writes no cart. Returns the function that ends it. */
export function startPreview(
  root: HTMLElement,
  client: QueryClient,
  makeRouter: typeof browserRouter,
): () => void {
  api.use(readOnly)
  useCart.persist.setOptions({
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  })
  keepDrafts(client)
  const stopFollowing = followDrafts(client)
  document.addEventListener('click', stayInside)
  const router = makeRouter(publicRoutes(client), { basename: BASE })
  clearErrorsOnNavigation(router)
  const view = createRoot(root)
  view.render(
    <Providers client={client}>
      <RouterProvider router={router} />
      <Ready />
    </Providers>,
  )
  document.documentElement.dataset.started = 'preview'
  return () => {
    view.unmount()
    stopFollowing()
    document.removeEventListener('click', stayInside)
    api.eject(readOnly)
  }
}

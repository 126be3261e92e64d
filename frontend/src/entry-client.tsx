import type { QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Boot, RouterState } from './api/seed'
import { onAccountChange, startSession } from './api/session'
import { clearErrorsOnNavigation } from './app/clear-errors-on-navigation'
import { firstRouter } from './app/first-router'
import { Providers } from './app/providers'
import { forgetAccount, makeQueryClient } from './app/query-client'
import { publicRoutes } from './app/shop/public-routes'
import { startCart } from './features/cart/store'

function readBoot(): Boot | null {
  const text = document.getElementById('__data__')?.textContent
  return text ? (JSON.parse(text) as Boot) : null
}

/** Lazy pages must be there before the router starts, or its first render is not the server's markup. */
async function loadMatched(pages: RouteObject[]): Promise<void> {
  await Promise.all(
    (matchRoutes(pages, window.location) ?? []).map(async ({ route }) => {
      const lazy = route.lazy as { Component?: () => Promise<RouteObject['Component']> } | undefined
      if (lazy?.Component === undefined) return
      const Component = await lazy.Component()
      delete (route as { lazy?: unknown }).lazy
      route.Component = Component ?? null
    }),
  )
}

/** The shape in which the router recognises its own error responses. */
function reviveErrors(errors: RouterState['errors']): Record<string, unknown> | null {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([route, problem]) => [route, { ...problem, internal: true }]),
  )
}

async function hydrate(root: HTMLElement, client: QueryClient, state: RouterState): Promise<void> {
  const pages = publicRoutes(client)
  await loadMatched(pages)
  const router = firstRouter(pages, { loaderData: state.loaderData, errors: reviveErrors(state.errors) })
  clearErrorsOnNavigation(router)
  hydrateRoot(
    root,
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
    { onRecoverableError: (error, info) => console.error('Hydration:', error, info.componentStack) },
  )
}

async function render(root: HTMLElement, client: QueryClient): Promise<void> {
  const { browserRouter } = await import('./app/browser-router')
  const router = browserRouter(publicRoutes(client))
  clearErrorsOnNavigation(router)
  createRoot(root).render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  )
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')
  const boot = readBoot()
  const client = makeQueryClient(boot?.seed ?? [])
  if (window.location.pathname.startsWith('/preview/')) {
    const [{ startPreview }, { browserRouter }] = await Promise.all([
      import('./app/preview/start-preview'),
      import('./app/browser-router'),
    ])
    startPreview(root, client, browserRouter)
    return
  }
  // The router gives the first entry of each document the same key, under which it keeps the scroll position: this page would begin
  // where the last document of the tab was.
  if (!history.state) history.replaceState({ key: `${Date.now()}` }, '')
  startCart()
  startSession()
  onAccountChange((signedIn) => forgetAccount(client, signedIn))
  if (boot?.ssr !== undefined && root.firstElementChild !== null) await hydrate(root, client, boot.ssr)
  else await render(root, client)
  document.documentElement.dataset.started = boot?.ssr === undefined ? 'rendered' : 'hydrated'
}

void start()

import type { QueryClient } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Boot, RouterState } from './api/seed'
import { onAccountChange, startSession } from './api/session'
import { clearErrorsOnNavigation } from './app/clear-errors-on-navigation'
import { Providers } from './app/providers'
import { forgetAccount, makeQueryClient } from './app/query-client'
import { routes } from './app/routes'
import { startCart } from './features/cart/store'

function readBoot(): Boot | null {
  const text = document.getElementById('__data__')?.textContent
  return text ? (JSON.parse(text) as Boot) : null
}

/** Lazy pages must be there before the router starts, or its first render is not the server's markup. */
async function loadMatched(tree: RouteObject[]): Promise<void> {
  await Promise.all(
    (matchRoutes(tree, window.location) ?? []).map(async ({ route }) => {
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
  const tree = routes(client)
  await loadMatched(tree)
  const hydrationData = { loaderData: state.loaderData, errors: reviveErrors(state.errors) }
  const router = createBrowserRouter(tree, { hydrationData })
  clearErrorsOnNavigation(router)
  hydrateRoot(
    root,
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
    { onRecoverableError: (error, info) => console.error('Hydration:', error, info.componentStack) },
  )
}

function render(root: HTMLElement, client: QueryClient): void {
  const router = createBrowserRouter(routes(client))
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
    const { startPreview } = await import('./app/preview/start-preview')
    startPreview(root, client)
    return
  }
  // The router gives the first entry of each document the same key, under which it keeps the scroll position: this page would begin
  // where the last document of the tab was.
  if (!history.state) history.replaceState({ key: `${Date.now()}` }, '')
  startCart()
  startSession()
  onAccountChange((signedIn) => forgetAccount(client, signedIn))
  if (boot?.ssr !== undefined && root.firstElementChild !== null) await hydrate(root, client, boot.ssr)
  else render(root, client)
  document.documentElement.dataset.started = boot?.ssr === undefined ? 'rendered' : 'hydrated'
}

void start()

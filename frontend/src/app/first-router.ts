// The router of a page that the server rendered. It shows that page; the code that changes pages is larger than the rest of the
// router, and is loaded when the browser is idle, or at once when the visitor goes elsewhere.
import {
  createStaticRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  type RouterNavigateOptions,
  type RouterProviderProps,
  type StaticHandlerContext,
  type To,
} from 'react-router'
import { onceReachable } from '@/ui/lazy-part'
import { routes } from './routes'

type Router = RouterProviderProps['router']

/** The longest wait for an idle moment, in milliseconds. */
const PATIENCE_MS = 2_000

function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: PATIENCE_MS })
  else setTimeout(start, PATIENCE_MS)
}

/** The page as the server's router had it. */
function staticRouter(tree: RouteObject[], { loaderData = {}, errors = null }: HydrationState): Router {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = (window.history.state ?? {}) as { usr?: unknown; key?: string }
  return createStaticRouter(tree, {
    basename: '/',
    location: { pathname, search, hash, state: usr, key },
    matches: (matchRoutes(tree, pathname) ?? []) as StaticHandlerContext['matches'],
    loaderData,
    errors,
    actionData: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  })
}

export function firstRouter(publicPages: RouteObject[], hydrationData: HydrationState): Router {
  const first = staticRouter(routes(publicPages), hydrationData)
  let router: Router | undefined
  let waiting: ((router: Router) => void)[] = []

  const make = async (): Promise<Router> => {
    const { browserRouter } = await onceReachable(() => import('./browser-router'))
    router = browserRouter(publicPages, { hydrationData })
    window.removeEventListener('popstate', goBack)
    for (const begin of waiting) begin(router)
    return router
  }
  let making: Promise<Router> | undefined
  const made = (): Promise<Router> => {
    making ??= make().catch((error: unknown) => {
      making = undefined
      throw error
    })
    return making
  }
  const goBack = () =>
    void made().then(
      () => window.dispatchEvent(new PopStateEvent('popstate')),
      () => window.location.reload(),
    )
  window.addEventListener('popstate', goBack)
  // A link that is followed tries again.
  whenIdle(() => void made().catch(() => {}))

  /** Without the router the browser itself opens the page. */
  const navigate = async (to: To | number | null, options?: RouterNavigateOptions) => {
    const full = await made().catch(() => undefined)
    if (full) await full.navigate(to as To, options)
    else if (typeof to === 'number') window.history.go(to)
    else if (to !== null) window.location.assign(first.createHref(first.encodeLocation(to) as URL))
  }

  /** Calls `use` once the router is there. Returns the function that ends this. */
  const soon = (use: (router: Router) => () => void) => {
    let end = () => {
      waiting = waiting.filter((one) => one !== begin)
    }
    const begin = (router: Router) => {
      end = use(router)
    }
    waiting.push(begin)
    return () => end()
  }
  const early: Partial<Router> = {
    // The browser keeps the scroll position of a page with the server's markup.
    state: { ...first.state, restoreScrollPosition: false },
    createURL: (to) => new URL(first.createHref(first.encodeLocation(to) as URL), window.location.origin),
    subscribe: (listener) => soon((router) => router.subscribe(listener)),
    enableScrollRestoration: (...given) => soon((router) => router.enableScrollRestoration(...given)),
    navigate,
  }
  return new Proxy(first, {
    get: (_, name) => Reflect.get(router ?? (name in early ? early : first), name),
  })
}

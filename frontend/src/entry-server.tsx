import './ssr/install'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { contentQuery } from './api/content'
import type { RouteProblem, Seed } from './api/seed'
import { Providers } from './app/providers'
import { makeQueryClient } from './app/query-client'
import { clientOnlyRoutes, routes } from './app/routes'
import { publicRoutes } from './app/shop/public-routes'

// React puts what belongs into <head> in front of the markup when the tree has no <head> of its own.
const HEAD = /^(?:<title[^>]*>[^<]*<\/title>|<meta\b[^>]*>|<link\b[^>]*>)*/

/** A text cut inside a character outside the first plane ends in half of it, which no encoding can carry. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

function routeProblems(errors: StaticHandlerContext['errors']): Record<string, RouteProblem> | null {
  if (errors === null) return null
  return Object.fromEntries(
    Object.entries(errors).map(([route, error]) => {
      if (!isRouteErrorResponse(error)) throw error
      return [route, { status: error.status, statusText: error.statusText, data: error.data }]
    }),
  )
}

/**
 * Renders one public page. In: {"url": "/products?q=oil", "seed": [{"key": […], "data": …}]}. Out: {"status", "head",
 * "html", "ssr"}, where `ssr` goes into the page's data block beside the seed. Throws when the plain page must do.
 */
export async function render(input: string): Promise<string> {
  const { url, seed } = JSON.parse(input) as { url: string; seed: Seed[] }
  const client = makeQueryClient(seed)
  // Without the content the page would be a placeholder: the browser asks for it.
  if (client.getQueryData(contentQuery().queryKey) === undefined) throw new Error('The content is missing')
  try {
    const handler = createStaticHandler(routes([...publicRoutes(client), ...clientOnlyRoutes()]))
    const context = await handler.query(new Request(`http://ssr.local${url}`))
    if (!('matches' in context)) throw new Error(`${url} redirects`)
    const errors = routeProblems(context.errors)
    const out = renderToString(
      <Providers client={client}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>,
    )
    if (out.includes('<!--$!-->')) throw new Error(`A part of ${url} did not complete`)
    const cut = HEAD.exec(out)?.[0].length ?? 0
    return JSON.stringify({
      status: context.statusCode,
      head: wellFormed(out.slice(0, cut)),
      html: wellFormed(out.slice(cut)),
      ssr: { loaderData: context.loaderData, errors },
    })
  } finally {
    client.clear()
  }
}

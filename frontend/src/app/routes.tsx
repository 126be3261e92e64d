// Every address of the app. The page renderer knows the public pages alone; the rest is left out of its bundle.
import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { adminRoutes } from './admin/admin-routes'
import { BrokenPage, RouteError } from './error-pages'
import { customerRoutes } from './shop/customer-routes'
import { publicRoutes } from './shop/public-routes'
import { ShopLayout } from './shop/shop-layout'

const Nothing = () => null

export const CLIENT_ONLY_PATHS = [
  'cart',
  'shipping',
  'order-success',
  'orders',
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'user',
  'admin/*',
]

/** Asked for on the server, these fail: the plain page is to be served instead. */
const clientOnly: RouteObject[] = CLIENT_ONLY_PATHS.map((path) => ({
  path,
  loader: () => {
    throw new Error(`/${path} is rendered by the browser`)
  },
}))

const notFound: RouteObject = {
  id: 'not-found',
  path: '*',
  loader: () => {
    throw new Response(null, { status: 404 })
  },
  Component: Nothing,
}

/** Routes that both sides have carry an id: by it the browser takes up what the server loaded or refused. */
export function routes(client: QueryClient): RouteObject[] {
  const shopPages = [
    ...publicRoutes(client),
    ...(import.meta.env.SSR ? clientOnly : customerRoutes()),
    notFound,
  ]
  return [
    {
      id: 'shop',
      path: '/',
      Component: ShopLayout,
      ErrorBoundary: BrokenPage,
      HydrateFallback: Nothing,
      children: [{ id: 'shop-pages', ErrorBoundary: RouteError, children: shopPages }],
    },
    ...(import.meta.env.SSR ? [] : adminRoutes()),
  ]
}

// All routes. The page renderer's bundle contains the public pages only.
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
  'orders/:orderId',
  'pay/return',
  'pay/cancelled',
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'verify-email',
  'accept-invitation',
  'sessions-ended',
  'setup',
  'user',
  'admin/*',
]

/** On the server these routes throw: the server answers with the plain page. */
const clientOnly = (): RouteObject[] =>
  CLIENT_ONLY_PATHS.map((path) => ({
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

/** Routes of both sides have an id, under which the browser finds the server's loader data and errors. */
export function routes(client: QueryClient): RouteObject[] {
  const shopPages = [
    ...publicRoutes(client),
    ...(import.meta.env.SSR ? clientOnly() : customerRoutes()),
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

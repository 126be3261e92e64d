// The tree of routes. The page renderer's bundle and the first page of a visit contain the public pages only.
import type { RouteObject } from 'react-router'
import { BrokenPage, RouteError } from './error-pages'
import { ShopLayout } from './shop/shop-layout'

const Nothing = () => null

export const CLIENT_ONLY_PATHS = [
  'cart',
  'shipping',
  'order-success',
  'orders',
  'orders/:orderId',
  'orders/:orderId/invoice/:number',
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
export const clientOnlyRoutes = (): RouteObject[] =>
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

/**
 * The storefront's `pages` in its layout, and `others` beside it. Routes of both sides have an id, under which the browser
 * finds the server's loader data and errors.
 */
export const routes = (pages: RouteObject[], others: RouteObject[] = []): RouteObject[] => [
  {
    id: 'shop',
    path: '/',
    Component: ShopLayout,
    ErrorBoundary: BrokenPage,
    HydrateFallback: Nothing,
    children: [{ id: 'shop-pages', ErrorBoundary: RouteError, children: [...pages, notFound] }],
  },
  ...others,
]

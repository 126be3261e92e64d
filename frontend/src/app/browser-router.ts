// What changes pages, and the pages that only the browser renders. A rendered page loads this after its first view
// (first-router.ts), so the build gives it a copy of the router's package of its own (vite/lean-router.ts).
import { createBrowserRouter, type DOMRouterOpts, type RouteObject } from 'react-router'
import { adminRoutes } from './admin/admin-routes'
import { followCouponLinks } from './coupon-links'
import { routes } from './routes'
import { customerRoutes } from './shop/customer-routes'

/** All routes of the browser. */
export const allRoutes = (publicPages: RouteObject[]): RouteObject[] =>
  routes([...publicPages, ...customerRoutes()], adminRoutes())

export function browserRouter(publicPages: RouteObject[], options?: DOMRouterOpts) {
  const router = createBrowserRouter(allRoutes(publicPages), options)
  followCouponLinks(router)
  return router
}

// Pages that the server also renders. Loaders start queries and never wait for them.
import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { useRouteError } from 'react-router'
import { readProductListParams } from '@/features/catalog/list-params'
import { ProductNotFound } from '@/features/catalog/product-not-found'
import { productQueries } from '@/features/catalog/queries'
import { isNotFound, RouteError } from '../error-pages'
import { lazyPage } from '../lazy-page'

function ProductError() {
  return isNotFound(useRouteError()) ? <ProductNotFound /> : <RouteError />
}

export function publicRoutes(client: QueryClient): RouteObject[] {
  return [
    {
      id: 'home',
      index: true,
      ...lazyPage(() => import('./home-route'), 'HomeRoute'),
    },
    {
      id: 'products',
      path: 'products',
      loader: ({ request }) => {
        const params = readProductListParams(new URL(request.url).searchParams)
        void client.prefetchInfiniteQuery(productQueries.list(params))
        return null
      },
      // The search box changes the URL on every pause in typing: the page queries by itself.
      shouldRevalidate: () => false,
      ...lazyPage(() => import('@/features/catalog/products-page'), 'ProductsPage'),
    },
    {
      id: 'product',
      path: 'products/productinfo/:id',
      loader: ({ params: { id = '' } }) => {
        const productQuery = productQueries.detail(id)
        if (client.getQueryData(productQuery.queryKey) === null) throw new Response(null, { status: 404 })
        void client.prefetchQuery(productQuery)
        return null
      },
      ErrorBoundary: ProductError,
      ...lazyPage(() => import('@/features/catalog/product-page'), 'ProductPage'),
    },
    {
      id: 'contact',
      path: 'contact',
      ...lazyPage(() => import('@/features/messages/contact-page'), 'ContactPage'),
    },
    {
      id: 'page',
      path: 'pages/:slug',
      ...lazyPage(() => import('./page-route'), 'PageRoute'),
    },
  ]
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FeaturedSource, Product } from '@/api/types'
import { type ProductListParams, productQueries } from '@/features/catalog/queries'

// Parameters of the home page's queries, for page and server.
export const FEATURED_COUNT = 8
export const LATEST_REVIEWS = 5

function listOf(source: Exclude<FeaturedSource, { kind: 'chosen' }>): ProductListParams {
  switch (source.kind) {
    case 'discounted':
      return { discounted: true }
    case 'bestselling':
      return { sort: 'bestselling' }
    case 'category':
    case 'brand':
      return { [source.kind]: source.name }
    default:
      return {}
  }
}

type Found = Product | null | undefined

/** These products in this order, without those that are not sold. The server puts each of them into the page. */
function chosenQuery(productIds: readonly string[], client: QueryClient) {
  const details = productIds.map((productId) => productQueries.detail(productId))
  const sold = (found: readonly Found[]) => found.filter((product) => product != null)
  return queryOptions({
    queryKey: ['products', 'chosen', productIds] as readonly unknown[],
    queryFn: async () => sold(await Promise.all(details.map((query) => client.fetchQuery(query)))),
    initialData: () => {
      const known = details.map(({ queryKey }) => client.getQueryData<Found>(queryKey))
      return known.includes(undefined) ? undefined : sold(known)
    },
  })
}

/** The products that the home page features. Lists are in the order of the server, newest first unless sorted otherwise. */
export const featuredQuery = (source: FeaturedSource, client: QueryClient) =>
  source.kind === 'chosen'
    ? chosenQuery(source.productIds, client)
    : productQueries.some({ ...listOf(source), limit: FEATURED_COUNT })

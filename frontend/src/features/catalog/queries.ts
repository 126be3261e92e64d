import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, api, unwrapOrNull, unwrapPage } from '@/api/client'
import { type After, pagedQuery } from '@/api/paging'
import type { Product, ProductListQuery } from '@/api/types'
import { maxLength } from '@/lib/limits'

/** Products on one page of a list. */
export const PAGE_SIZE = 24
/** The most products of a search that are looked through for the shades of a family. */
export const FAMILY_LIMIT = 50

export type ProductSort = NonNullable<ProductListQuery['sort']>

/** For administrators: sold out, low in stock, or to be replenished, as the shop decides. */
export type StockView = 'out' | 'low' | 'replenish'

/** The parameters of a product list; absent: no restriction. `q` is the search text. */
export type ProductListParams = {
  q?: string
  sort?: ProductSort
  discounted?: boolean
  inStock?: boolean
  stock?: StockView
  minPrice?: number
  maxPrice?: number
  category?: string
  brand?: string
  limit?: number
  /** Cursor to begin from; absent: the beginning. */
  after?: string
}

/** Drops empty values, so that the same list always has the same key, on the server as well. */
function clean(params: ProductListParams): ProductListParams {
  const entries = Object.entries({ ...params, q: params.q?.trim() })
  return Object.fromEntries(entries.filter(([, v]) => v !== undefined && v !== '' && v !== false))
}

/** The segments '.' and '..' would be removed from the URL's path: a trailing space, which the search ignores, keeps them. */
const searchText = (q: string): string => (/^\.{1,2}$/.test(q) ? `${q} ` : q)

function getPage(
  { q, ...filters }: ProductListParams,
  after: After,
  signal: AbortSignal,
): Promise<Answer<Product[]>> {
  const query = { limit: PAGE_SIZE, ...filters, ...after }
  return q === undefined
    ? api.GET('/api/products', { params: { query }, signal })
    : api.GET('/api/products/search/{text}', { params: { path: { text: searchText(q) }, query }, signal })
}

export const productQueries = {
  /** A paged list or search. The rows of the former query stay while the next one loads. */
  list: (params: ProductListParams = {}) => {
    const cleaned = clean(params)
    return {
      ...pagedQuery(['products', 'list', cleaned], (after, signal) => getPage(cleaned, after, signal)),
      placeholderData: keepPreviousData,
    }
  },
  /** The shades of a family, which the API finds by its name. */
  family: (family: string) =>
    queryOptions({
      queryKey: ['products', 'family', family],
      queryFn: async ({ signal }) => {
        const { items } = await unwrapPage(
          getPage({ q: family.slice(0, maxLength('searchLength')), limit: FAMILY_LIMIT }, {}, signal),
        )
        return items
          .filter((product) => product.family === family)
          .sort((a, b) => (a.productId < b.productId ? -1 : 1))
      },
    }),
  /** The first rows of a list, for a section of fixed length (featured, related). */
  some: (params: ProductListParams & { limit: number }) => {
    const cleaned = clean(params)
    return queryOptions({
      queryKey: ['products', 'some', cleaned] as readonly unknown[],
      queryFn: async ({ signal }) => (await unwrapPage(getPage(cleaned, {}, signal))).items,
    })
  },
  /** One product; null when there is none under this id. */
  detail: (productId: string) =>
    queryOptions({
      queryKey: ['products', 'detail', productId],
      queryFn: ({ signal }) =>
        unwrapOrNull(api.GET('/api/products/{productId}', { params: { path: { productId } }, signal })),
    }),
}

/** Call it after changes to products or their stock. */
export const invalidateProducts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['products'] })

// The choices of the filters. The API takes a category and a brand as text and has no call that lists them, so they
// are drawn from one long list (500 products at most, kept for an hour, only a digest of it), asked for after the
// first view. A larger shop still gets choices, yet no numbers, for they would not be true.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrapPage } from '@/api/client'
import type { Product } from '@/api/types'
import type { ProductListParams } from './queries'

export type FacetRow = Pick<Product, 'category' | 'brand' | 'price' | 'lastPrice' | 'stock'>
export type Facets = { rows: FacetRow[]; complete: boolean }
export type Choice = { value: string; count: number | null }

const LIMIT = 500

const digest = ({ category, brand, price, lastPrice, stock }: Product): FacetRow => ({
  category: category ?? null,
  brand: brand ?? null,
  price,
  lastPrice,
  stock,
})

export const facetsQuery = () =>
  queryOptions({
    // Not under 'products': a sale must not make every open page fetch the whole list again.
    queryKey: ['product-facets'],
    queryFn: async ({ signal }): Promise<Facets> => {
      const page = await unwrapPage(api.GET('/api/products', { params: { query: { limit: LIMIT } }, signal }))
      return { rows: page.items.map(digest), complete: page.next === null }
    },
    staleTime: 60 * 60_000,
  })

const matches = (row: FacetRow, asked: ProductListParams): boolean =>
  (asked.category === undefined || row.category === asked.category) &&
  (asked.brand === undefined || row.brand === asked.brand) &&
  (asked.discounted !== true || row.lastPrice < row.price) &&
  (asked.inStock !== true || row.stock > 0) &&
  (asked.minPrice === undefined || row.lastPrice >= asked.minPrice) &&
  (asked.maxPrice === undefined || row.lastPrice <= asked.maxPrice)

/**
 * The values of a facet by name, each with how many products it would leave under the other filters; the count is
 * null where it cannot be known. The value that is chosen is always among them.
 */
export function choicesOf(
  facet: 'category' | 'brand',
  facets: Facets | undefined,
  asked: ProductListParams,
): Choice[] {
  const rows = facets?.rows ?? []
  const values = new Set(rows.flatMap((row) => row[facet] ?? []))
  const chosen = asked[facet]
  if (chosen !== undefined) values.add(chosen)
  const countable = facets?.complete === true && asked.q === undefined
  const { [facet]: _, ...others } = asked
  const left = countable ? rows.filter((row) => matches(row, others)) : []
  return [...values]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((value) => ({ value, count: countable ? left.filter((row) => row[facet] === value).length : null }))
}

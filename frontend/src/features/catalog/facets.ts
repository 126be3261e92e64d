// Facets of the product list: their values and counts, each under the filters of the other facets.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { FacetValue, ProductFacets } from '@/api/types'
import type { ProductListParams } from './queries'

/** A value and its count; null when it is unknown or inexact. */
export type Choice = { value: string; count: number | null }

/** The parameters that filter a list: without order and cursor. */
export function narrowing({
  q,
  category,
  brand,
  discounted,
  inStock,
  minPrice,
  maxPrice,
}: ProductListParams) {
  const all = { q, category, brand, discounted, inStock, minPrice, maxPrice }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<
    typeof all
  >
}

export const facetsQuery = (params: ProductListParams) => {
  const query = narrowing(params)
  return queryOptions({
    queryKey: ['products', 'facets', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/products/facets', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The value in the shop's spelling; the URL may differ in case. */
export const spelled = (values: readonly FacetValue[], typed: string): string =>
  values.find(({ value }) => same(value, typed))?.value ?? typed

/** The values of a facet, including the chosen one. */
export function choicesOf(
  facet: 'categories' | 'brands',
  facets: ProductFacets | undefined,
  chosen: string | undefined,
): Choice[] {
  const values = facets?.[facet] ?? []
  const choices = values.map(({ value, count }) => ({ value, count: facets?.exact ? count : null }))
  if (chosen === undefined || values.some(({ value }) => same(value, chosen))) return choices
  return [...choices, { value: chosen, count: facets?.exact ? 0 : null }]
}

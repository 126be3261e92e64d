// What the list can be narrowed by, and how many products each choice would leave: counted by the shop, each facet under
// the filters of the others.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { FacetValue, ProductFacets } from '@/api/types'
import type { ProductListParams } from './queries'

/** A value and its count; null where it is not known or would not be true. */
export type Choice = { value: string; count: number | null }

/** What narrows a list: not its order, nor where it begins. */
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

export const facetsQuery = (asked: ProductListParams) => {
  const query = narrowing(asked)
  return queryOptions({
    queryKey: ['products', 'facets', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/products/facets', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The value as the shop spells it: an address may spell it otherwise. */
export const spelled = (values: readonly FacetValue[], asked: string): string =>
  values.find(({ value }) => same(value, asked))?.value ?? asked

/** The values of a facet by name. The one that is chosen is always among them, for it must be possible to see it. */
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

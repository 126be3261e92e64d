import { useQuery } from '@tanstack/react-query'
import type { FacetValue, Product, ProductFacets } from '@/api/types'
import { facetsQuery } from '@/features/catalog/facets'
import { productQueries } from '@/features/catalog/queries'

/** The API does not list families: those of this many newest products are suggested. */
const ROWS_LOOKED_AT = 100

const names = (values: readonly FacetValue[] | undefined): string[] =>
  (values ?? []).map(({ value }) => value)

const labelsOf = ({ categories, brands }: ProductFacets) => ({
  categories: names(categories),
  brands: names(brands),
})

const NONE: ReturnType<typeof labelsOf> = { categories: [], brands: [] }

/** All categories and brands in use, as suggestions. */
export function useLabels() {
  return useQuery({ ...facetsQuery({}), select: labelsOf }).data ?? NONE
}

const familiesOf = (products: readonly Product[]): string[] =>
  [...new Set(products.map(({ family }) => family).filter((family) => family !== null))].sort()

/** The families of the newest products, as suggestions. */
export function useFamilies(): string[] {
  return useQuery({ ...productQueries.some({ limit: ROWS_LOOKED_AT }), select: familiesOf }).data ?? []
}

import { useQuery } from '@tanstack/react-query'
import type { Product } from '@/api/types'
import { productQueries } from '@/features/catalog/queries'

const ROWS_LOOKED_AT = 500

const distinct = (labels: readonly (string | null | undefined)[]): string[] =>
  [...new Set(labels.filter((label): label is string => Boolean(label)))].sort()

const labelsOf = (products: readonly Product[]) => ({
  brands: distinct(products.map((product) => product.brand)),
  categories: distinct(products.map((product) => product.category)),
  families: distinct(products.map((product) => product.family)),
})

const NONE = labelsOf([])

/** Brands, categories and families in use, so that the same thing gets the same name. */
export function useLabels() {
  return useQuery({ ...productQueries.some({ limit: ROWS_LOOKED_AT }), select: labelsOf }).data ?? NONE
}

import { maxLength, upperLimit } from '@/lib/limits'
import type { ProductListParams, ProductSort } from './queries'

/** The sort orders; '' is relevance for a search and newest first otherwise. */
export const SORTS: readonly { value: ProductSort | ''; label: string }[] = [
  { value: '', label: 'Recommended' },
  { value: 'newest', label: 'Newest' },
  { value: 'bestselling', label: 'Best selling' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'name', label: 'Name' },
]

function amount(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return value >= 0 && value <= upperLimit('maxPrice') ? Math.round(value * 100) / 100 : undefined
}

/**
 * The parameters of the product list's URL: q, sort, category, brand, discounted, inStock, minPrice, maxPrice, and after, the
 * cursor of a 'Load more' link that was opened as a page.
 */
export function readProductListParams(params: URLSearchParams): ProductListParams {
  const q = (params.get('q') ?? '').trim().slice(0, maxLength('searchLength'))
  const sort = SORTS.find(({ value }) => value !== '' && value === params.get('sort'))?.value
  const minPrice = amount(params.get('minPrice'))
  const maxPrice = amount(params.get('maxPrice'))
  const category = params.get('category')
  const brand = params.get('brand')
  const after = params.get('after')
  return {
    ...(q !== '' && { q }),
    ...(sort && { sort }),
    ...(category && { category }),
    ...(brand && { brand }),
    ...(params.get('discounted') === 'true' && { discounted: true }),
    ...(params.get('inStock') === 'true' && { inStock: true }),
    ...(minPrice !== undefined && { minPrice }),
    ...(after && { after }),
    ...(maxPrice !== undefined && (minPrice === undefined || minPrice <= maxPrice) && { maxPrice }),
  }
}

/** All parameters but search text and sort: 'Clear all' removes them. */
export const NO_FILTERS = {
  category: null,
  brand: null,
  discounted: null,
  inStock: null,
  minPrice: null,
  maxPrice: null,
  after: null,
} as const

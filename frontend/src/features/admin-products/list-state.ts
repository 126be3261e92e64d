// The URL parameters of the products page: q, sort, show, category.

import type { ProductListParams, ProductSort } from '@/features/catalog/queries'
import { maxLength } from '@/lib/limits'
import { oneOf } from '@/lib/url-state'

type Sort = { value: ProductSort | ''; label: string }

const SORTS: readonly Sort[] = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'bestselling', label: 'Best selling' },
]

/** The sort orders. The default is relevance for a search and newest first for a list. */
export const sortsOf = (q: string): readonly Sort[] =>
  q === ''
    ? [{ value: '', label: 'Newest first' }, ...SORTS]
    : [{ value: '', label: 'Best match' }, { value: 'newest', label: 'Newest first' }, ...SORTS]

export const SHOWN = [
  { value: '', label: 'All' },
  { value: 'inStock', label: 'In stock' },
  { value: 'low', label: 'Low stock' },
  { value: 'out', label: 'Out of stock' },
  { value: 'replenish', label: 'Replenishment' },
  { value: 'discounted', label: 'Discounted' },
] as const

export type ProductListState = {
  q: string
  sort: ProductSort | ''
  show: (typeof SHOWN)[number]['value']
  category: string
}

export function readListState(params: URLSearchParams): ProductListState {
  const q = (params.get('q') ?? '').slice(0, maxLength('searchLength'))
  const sorts = sortsOf(q.trim()).map(({ value }) => value)
  return {
    q,
    sort: oneOf(params.get('sort'), sorts, ''),
    show: oneOf(
      params.get('show'),
      SHOWN.map(({ value }) => value),
      '',
    ),
    category: params.get('category') ?? '',
  }
}

const shownBy = (show: ProductListState['show']): ProductListParams =>
  show === 'inStock' || show === 'discounted' ? { [show]: true } : show === '' ? {} : { stock: show }

export const listParamsOf = ({ q, sort, show, category }: ProductListState): ProductListParams => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...shownBy(show),
  ...(category && { category }),
})

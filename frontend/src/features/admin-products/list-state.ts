// What the address of the products page asks for: q, sort, show, category.
import type { ProductListParams, ProductSort } from '@/features/catalog/queries'
import { oneOf } from '@/lib/url-state'

export const SORTS: readonly { value: ProductSort | ''; label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'bestselling', label: 'Best selling' },
]

export const SHOWN = [
  { value: '', label: 'All' },
  { value: 'inStock', label: 'In stock' },
  { value: 'discounted', label: 'Discounted' },
] as const

export type ProductListState = {
  q: string
  sort: ProductSort | ''
  show: (typeof SHOWN)[number]['value']
  category: string
}

export function readListState(params: URLSearchParams): ProductListState {
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    sort: oneOf(params.get('sort'), ['', 'name', 'price', '-price', 'bestselling'], ''),
    show: oneOf(params.get('show'), ['', 'inStock', 'discounted'], ''),
    category: params.get('category') ?? '',
  }
}

export const listParamsOf = ({ q, sort, show, category }: ProductListState): ProductListParams => ({
  ...(q && { q }),
  ...(sort && { sort }),
  ...(show && { [show]: true }),
  ...(category && { category }),
})

import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Paged } from '@/api/paging'
import type { FacetValue, Product } from '@/api/types'
import { CardPromotion } from '@/features/promotions/card-promotion'
import { type UrlPatch, withParams } from '@/lib/url-state'
import { Button, ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { LoadMoreLink } from '@/ui/load-more'
import { ProductCard, ProductCardSkeletons, ProductGrid } from '@/ui/product-card'
import { LoadingRegion } from '@/ui/skeleton'
import { facetsQuery } from './facets'
import { NO_FILTERS, readProductListParams } from './list-params'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6'
const SIZES = '(min-width: 80rem) 19rem, (min-width: 64rem) 23vw, (min-width: 48rem) 30vw, 46vw'
/** The pictures in a phone's first view: each more delays the first, which a wider window's others follow. */
const FIRST_ROW = 2

export type ProductList = Pick<
  UseInfiniteQueryResult<Paged<Product>>,
  | 'data'
  | 'isPending'
  | 'isError'
  | 'isFetching'
  | 'isPlaceholderData'
  | 'isFetchingNextPage'
  | 'hasNextPage'
  | 'fetchNextPage'
  | 'refetch'
>

type ProductResultsProps = {
  list: ProductList
  rows: Product[]
  /** The URL's parameters, for the link to the next page. */
  search: URLSearchParams
  onChange: (patch: UrlPatch) => void
}

/** Actions for an empty list: remove filters, or another part of the shop. */
function NothingFound({ search, onChange }: Pick<ProductResultsProps, 'search' | 'onChange'>) {
  const { data: whole } = useQuery(facetsQuery({}))
  const { q, ...filters } = readProductListParams(search)
  const narrowed = Object.keys(filters).some((name) => name !== 'sort' && name !== 'after')
  return (
    <EmptyState
      icon={SearchX}
      title="No products found."
      action={
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {q !== undefined && narrowed && (
            <Button onClick={() => onChange(NO_FILTERS)}>Search without filters</Button>
          )}
          {search.size > 0 && (
            <Button
              variant={q !== undefined && narrowed ? 'secondary' : 'primary'}
              onClick={() => onChange({ ...NO_FILTERS, q: null })}
            >
              Clear search and filters
            </Button>
          )}
          <ButtonLink to="/products?sort=bestselling" variant="secondary">
            See best sellers
          </ButtonLink>
        </div>
      }
    >
      Check the spelling, try a shorter word such as “oil” or “serum”, or take a filter off.
      {whole !== undefined && whole.categories.length > 0 && <Categories values={whole.categories} />}
    </EmptyState>
  )
}

function Categories({ values }: { values: FacetValue[] }) {
  return (
    <span className="mt-5 block">
      Or look around in{' '}
      {values.slice(0, 6).map(({ value }, place, shown) => (
        <Fragment key={value}>
          {place > 0 && (place === shown.length - 1 ? ' or ' : ', ')}
          <Link
            to={`/products?category=${encodeURIComponent(value)}`}
            className="font-semibold text-lotus underline underline-offset-4"
          >
            {value}
          </Link>
        </Fragment>
      ))}
      .
    </span>
  )
}

/** The list in all its states. */
export function ProductResults({ list, rows, search, onChange }: ProductResultsProps) {
  if (list.isPending)
    return (
      <LoadingRegion>
        <ProductGrid className={GRID}>
          <ProductCardSkeletons count={9} />
        </ProductGrid>
      </LoadingRegion>
    )
  const begun = search.get('after') !== null
  if (list.isError && rows.length === 0)
    return (
      <ErrorNotice
        message="Failed To Fetch Products"
        pending={list.isFetching}
        onRetry={() => (begun ? onChange({ after: null }) : void list.refetch())}
      />
    )
  if (rows.length === 0) return <NothingFound search={search} onChange={onChange} />
  const pages = list.data?.pages ?? []
  const next = pages[pages.length - 1]?.next ?? null
  return (
    <>
      <h2 className="sr-only">Results</h2>
      <div
        aria-busy={list.isPlaceholderData}
        // Late, so that a quick answer makes nothing flicker while someone types.
        className={cx('transition-opacity', list.isPlaceholderData && 'opacity-60 delay-200')}
      >
        <ProductGrid className={GRID}>
          {rows.map((product, place) => (
            <li key={product.productId}>
              <ProductCard
                product={product}
                sizes={SIZES}
                priority={place < FIRST_ROW}
                badge={<CardPromotion product={product} />}
              />
            </li>
          ))}
        </ProductGrid>
      </div>
      <LoadMoreLink
        to={next === null ? null : `?${withParams(search, { after: next })}`}
        backTo={begun ? `?${withParams(search, { after: null })}` : null}
        pending={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
        shown={rows.length}
        total={pages[0]?.total ?? null}
        noun="products"
      />
    </>
  )
}

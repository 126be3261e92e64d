import { useInfiniteQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { rowsOf, totalOf } from '@/api/paging'
import type { Product } from '@/api/types'
import { type UrlPatch, useUrlState } from '@/lib/url-state'
import { Button } from '@/ui/button'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast'
import { CorrectedSearch, useCorrected } from './corrected-search'
import { FilterChips } from './filter-chips'
import { FilterPanel, type FilterProps } from './filter-panel'
import { FloatingCartLink } from './floating-cart-link'
import { readProductListParams, SORTS } from './list-params'
import { ProductResults } from './product-results'
import { type ProductListParams, productQueries } from './queries'
import { SearchBox } from './search-box'

export const TITLE = 'Products'

const FilterDrawer = lazyPart(async () => (await import('./filter-drawer')).FilterDrawer)

/** '48 products for “oil”'; '' while loading. */
export function describeCount(total: string | null, q: string | undefined): string {
  if (total === null) return ''
  const products = total === '1' ? '1 product' : `${total} products`
  return q === undefined ? products : `${products} for “${q}”`
}

function Toolbar({
  params,
  onChange,
  q,
  total,
  onFilter,
}: FilterProps & { q: string | undefined; total: string | null; onFilter: () => void }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <p role="status" className="min-h-6 w-full text-cocoa sm:w-auto sm:flex-1">
        {describeCount(total, q)}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={onFilter}
        className="min-h-12 flex-1 sm:flex-none lg:hidden"
      >
        <SlidersHorizontal aria-hidden size={18} />
        Filters
      </Button>
      <div className="flex-[1.3] sm:w-56 sm:flex-none">
        <Select
          aria-label="Sort by"
          options={SORTS}
          value={params.sort ?? ''}
          onChange={(event) => onChange({ sort: event.target.value, after: null })}
        />
      </div>
    </div>
  )
}

/** The label that the list is about, and the shop's own spelling of it: that of its products, the first in order of several. */
function subjectOf({ category, brand }: ProductListParams, rows: readonly Product[]) {
  const kind = category !== undefined ? 'category' : brand !== undefined ? 'brand' : null
  if (kind === null) return null
  const [label] = rows.flatMap((row) => row[kind] ?? []).sort()
  return label === undefined ? null : { kind, label }
}

/**
 * The canonical URL ignores sort and filters; a category or a brand of the shop has its own. A list without products is not indexed,
 * and its address, which anybody can write, is in neither title nor description.
 */
function Meta({ params, rows }: { params: ProductListParams; rows: readonly Product[] }) {
  const subject = subjectOf(params, rows)
  const query = subject === null ? '' : `?${subject.kind}=${encodeURIComponent(subject.label)}`
  const isIndexed = rows.length > 0 || Object.keys(params).length === 0
  return (
    <PageMeta
      title={subject?.label ?? TITLE}
      description={
        subject === null
          ? 'All skincare, make-up, perfume, hair and body care of the shop, delivered island-wide.'
          : `${subject.label}: prices, pictures and stock, delivered island-wide.`
      }
      {...(isIndexed && { canonical: `/products${query}` })}
    />
  )
}

function useFailureNotice(error: Error | null): void {
  useEffect(() => {
    if (error !== null) toast.error('Failed To Fetch Products')
  }, [error])
}

/** Focuses the search box when the header's search link was followed. */
function useSearchFocus(): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash === '#search') document.getElementById('search')?.focus()
  }, [location])
}

export function ProductsPage() {
  useSearchFocus()
  const [search, setUrl] = useUrlState()
  const [filtering, setFiltering] = useState(false)
  const params = readProductListParams(search)
  const list = useInfiniteQuery(productQueries.list(params))
  useFailureNotice(list.error)
  // While the next list loads, the former rows stay; their count is hidden, as it would be read as the new one.
  const total = list.isError || list.isPlaceholderData ? null : totalOf(list.data)
  const filters: FilterProps = { params, onChange: setUrl }
  const results = useRef<HTMLElement>(null)
  const corrected = useCorrected(params.q, list)
  const answered = corrected ?? params.q
  // The focused button or link disappears with its filter or notice: the results receive the focus.
  const focusResults = () => results.current?.focus({ preventScroll: true })
  const applyFilter = (patch: UrlPatch) => {
    focusResults()
    setUrl(patch)
  }
  return (
    <Page title="Products" intro="Everything we carry, from first cleanse to last spritz.">
      <Meta params={params} rows={list.isError ? [] : rowsOf(list.data)} />
      <div className="mb-6 max-w-2xl">
        <SearchBox
          query={params.q ?? ''}
          answered={answered ?? ''}
          results={results}
          busy={list.isFetching && !list.isFetchingNextPage}
          onAsk={(q) => setUrl({ q, after: null })}
        />
      </div>
      <div className="grid gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside aria-label="Filters" className="hidden lg:block">
          <div className="sticky top-[calc(var(--spacing-header)+1.5rem)] max-h-[calc(100dvh-var(--spacing-header)-3rem)] overflow-y-auto pe-3 pb-4">
            <FilterPanel {...filters} />
          </div>
        </aside>
        <section ref={results} tabIndex={-1} aria-label="Results">
          <CorrectedSearch query={params.q} corrected={corrected} search={search} onFollow={focusResults} />
          <Toolbar {...filters} q={answered} total={total} onFilter={() => setFiltering(true)} />
          <FilterChips params={params} onChange={applyFilter} />
          <ProductResults list={list} rows={rowsOf(list.data)} search={search} onChange={applyFilter} />
        </section>
      </div>
      <FloatingCartLink />
      <LazyMount when={filtering}>
        <FilterDrawer {...filters} open={filtering} onOpenChange={setFiltering} found={total} />
      </LazyMount>
    </Page>
  )
}

import { useNavigate } from 'react-router'
import type { Option } from '@/features/search/options'
import { type UrlPatch, useUrlState } from '@/lib/url-state'
import { FilterChips } from '@/ui/admin/filter-chips'
import { type BoxSuggestionsProps, SearchBox } from '@/ui/admin/search-box'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { optionalPart } from '@/ui/lazy-part'
import { Select } from '@/ui/select'
import { useLabels } from './label-suggestions'
import { type ProductListState, SHOWN, sortsOf } from './list-state'
import { updatePath } from './queries'

const SearchSuggestions = optionalPart(
  async () => (await import('@/features/search/lists')).SearchSuggestions,
)

/**
 * The list of the back-office's search box: a product opens its editor, a category filters the list, everything else is searched
 * for. Recent searches are not kept here: several people may work at one device.
 */
function ProductSuggestions({ input, onSearch }: BoxSuggestionsProps) {
  const navigate = useNavigate()
  const [, patch] = useUrlState()
  const choose = (option: Option) => {
    if (option.kind === 'product') {
      // At once: the box would search after its pause, and that would end the navigation.
      onSearch(input.value)
      void navigate(updatePath(option.product.productId), { state: FROM_HERE })
    } else if (option.kind === 'category') {
      onSearch('')
      patch({ category: option.text, q: null, pages: null })
    } else onSearch(option.text)
  }
  return <SearchSuggestions input={input} onChoose={choose} />
}

/** Search, filters and sort of the product list. */
export function ProductToolbar({
  state,
  onChange,
}: {
  state: ProductListState
  onChange: (patch: UrlPatch) => void
}) {
  const { categories } = useLabels()
  // A category in the URL stays an option, even without products.
  const known = state.category === '' ? categories : [...new Set([...categories, state.category])]
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-4">
      <SearchBox
        label="Search for products..."
        value={state.q}
        onSearch={(q) => onChange({ q })}
        suggestions={ProductSuggestions}
      />
      <FilterChips
        label="Show products"
        options={SHOWN}
        value={state.show}
        onChange={(show) => onChange({ show })}
      />
      <div className="grid min-w-0 flex-1 basis-72 gap-3 min-[26rem]:grid-cols-2 sm:flex-none sm:basis-96">
        <Select
          aria-label="Category"
          options={[
            { value: '', label: 'All categories' },
            ...known.map((category) => ({ value: category, label: category })),
          ]}
          value={state.category}
          onChange={(event) => onChange({ category: event.target.value })}
        />
        <Select
          aria-label="Sort by"
          options={sortsOf(state.q.trim())}
          value={state.sort}
          onChange={(event) => onChange({ sort: event.target.value })}
        />
      </div>
    </div>
  )
}

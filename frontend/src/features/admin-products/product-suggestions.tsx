import { useNavigate } from 'react-router'
import type { Option } from '@/features/search/options'
import { useUrlState } from '@/lib/url-state'
import type { BoxSuggestionsProps } from '@/ui/admin/search-box'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { optionalPart } from '@/ui/lazy-part'
import { updatePath } from './product-paths'

const SearchSuggestions = optionalPart(
  async () => (await import('@/features/search/lists')).SearchSuggestions,
)

/**
 * The list of the back-office's search box: a product opens its editor, a category filters the list, everything else is searched
 * for. Recent searches are not kept here: several people may work at one device.
 */
export function ProductSuggestions({ input, onSearch }: BoxSuggestionsProps) {
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

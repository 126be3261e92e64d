import { X } from 'lucide-react'
import { formatMoney } from '@/lib/money'
import type { UrlPatch } from '@/lib/url-state'
import type { FilterProps } from './filter-panel'
import { NO_FILTERS } from './list-params'
import type { ProductListParams } from './queries'

type Chip = { label: string; off: UrlPatch }

/** The active filters, each with a button that removes it. */
function chipsOf(params: ProductListParams): Chip[] {
  const chips: (Chip | false)[] = [
    params.category !== undefined && { label: params.category, off: { category: null } },
    params.brand !== undefined && { label: params.brand, off: { brand: null } },
    params.inStock === true && { label: 'In stock', off: { inStock: null } },
    params.discounted === true && { label: 'On sale', off: { discounted: null } },
    params.minPrice !== undefined && {
      label: `From ${formatMoney(params.minPrice)}`,
      off: { minPrice: null },
    },
    params.maxPrice !== undefined && {
      label: `Up to ${formatMoney(params.maxPrice)}`,
      off: { maxPrice: null },
    },
  ]
  return chips.filter((chip) => chip !== false)
}

const CHIP = 'inline-flex min-h-11 items-center gap-1.5 rounded-full px-4 text-sm font-semibold'

export function FilterChips({ params, onChange }: FilterProps) {
  const chips = chipsOf(params)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="mb-6 flex flex-wrap gap-2">
      {chips.map(({ label, off }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => onChange({ ...off, after: null })}
            className={`${CHIP} bg-blush text-lotus-deep transition-colors hover:bg-sand`}
          >
            {label}
            <X aria-hidden size={16} />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => onChange(NO_FILTERS)}
          className={`${CHIP} text-lotus underline underline-offset-4 hover:bg-blush`}
        >
          Clear all
        </button>
      </li>
    </ul>
  )
}

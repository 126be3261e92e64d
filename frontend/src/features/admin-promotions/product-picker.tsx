import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '@/api/types'
import { productQueries } from '@/features/catalog/queries'
import { maxLength } from '@/lib/limits'
import { useDebounced } from '@/lib/use-debounced'
import { LineControl } from '@/ui/admin/controls'
import { ProductImage } from '@/ui/image'
import { Money } from '@/ui/price'

const PAUSE_MS = 300
const FOUND = 5

type PickerProps = {
  label: string
  hint?: string
  /** The chosen ones, which are not offered. */
  chosen: readonly string[]
  onPick: (product: Product) => void
}

function Found({ product, onPick }: { product: Product; onPick: () => void }) {
  const { productName, productId, lastPrice, images } = product
  return (
    <li>
      <button
        type="button"
        onClick={onPick}
        className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-start hover:bg-shell"
      >
        <ProductImage src={images[0]} alt="" sizes="40px" className="!w-10 flex-none rounded-tag" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Add </span>
          <span className="block font-medium wrap-anywhere">{productName}</span>
          <span className="block text-sm text-cocoa">
            {productId} · <Money amount={lastPrice} />
          </span>
        </span>
        <Plus aria-hidden size={20} className="flex-none" />
      </button>
    </li>
  )
}

/** A search for products, each of which can be picked. */
export function ProductPicker({ label, hint, chosen, onPick }: PickerProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), PAUSE_MS)
  const query = useQuery({
    ...productQueries.some({ q, limit: FOUND + chosen.length }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const isAsked = text.trim() !== '' && q !== ''
  const found = isAsked
    ? (query.data ?? []).filter(({ productId }) => !chosen.includes(productId)).slice(0, FOUND)
    : []
  const isAnswered = isAsked && query.data !== undefined && !query.isFetching
  return (
    <div>
      <LineControl
        label={label}
        hint={hint}
        placeholder="Name or ID"
        maxLength={maxLength('searchLength')}
        value={text}
        onChange={setText}
      />
      {found.length > 0 && (
        <ul
          aria-label="Found products"
          className="mt-2 divide-y divide-line overflow-hidden rounded-input border border-line bg-white"
        >
          {found.map((product) => (
            <Found
              key={product.productId}
              product={product}
              onPick={() => {
                setText('')
                onPick(product)
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="mt-2 text-sm text-cocoa empty:mt-0">
        {isAnswered && found.length === 0 && 'No other product fits.'}
      </p>
    </div>
  )
}

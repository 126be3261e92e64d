import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { FacetValue, Product, ProductFacets } from '@/api/types'
import { facetsQuery } from '@/features/catalog/facets'
import { productQueries } from '@/features/catalog/queries'
import { useDebounced } from '@/lib/use-debounced'
import { TextField } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'
import { ProductImage } from '@/ui/image'
import { SelectField } from '@/ui/select'
import type { SourceField } from './fields'
import { LIMITS } from './limits'
import { ItemButtons } from './list-control'
import { type ControlProps, useFieldError } from './plain-controls'
import { useItems } from './use-items'
import { listOf, objectOf, textOf, type Value, type Values } from './values'

const FOUND = 6
const PAUSE_MS = 300

function ProductLine({ product, productId }: { product: Product | null | undefined; productId: string }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="w-10 flex-none overflow-hidden rounded-tag border border-line">
        <ProductImage src={product?.images[0]} alt="" sizes="40px" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{product?.productName ?? productId}</span>
        <span className="block truncate text-sm text-cocoa">
          {product === null ? 'No longer sold: it is left out' : productId}
        </span>
      </span>
    </span>
  )
}

/** The products of a search, to be added with one press. */
function Found({ q, chosen, onAdd }: { q: string; chosen: readonly string[]; onAdd: (id: string) => void }) {
  const { data, isError } = useQuery({
    ...productQueries.some({ q, limit: FOUND }),
    enabled: q !== '',
  })
  if (q === '') return null
  if (isError) return <p role="alert">The search failed. Please try again.</p>
  if (data === undefined) return <p className="text-sm text-cocoa">Searching...</p>
  const offered = data.filter(({ productId }) => !chosen.includes(productId))
  if (offered.length === 0) return <p className="text-sm text-cocoa">No other product is found.</p>
  return (
    <ul
      aria-label="Products found"
      className="divide-y divide-line rounded-input border border-line bg-white"
    >
      {offered.map((product) => (
        <li key={product.productId} className="flex items-center gap-2 p-2">
          <ProductLine product={product} productId={product.productId} />
          <IconButton
            icon={Plus}
            label={`Add ${product.productName}`}
            onClick={() => onAdd(product.productId)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Products in the order in which the home page shows them. */
function ProductChooser({
  chosen,
  onChange,
  path,
}: {
  chosen: readonly string[]
  onChange: (productIds: string[]) => void
  path: string
}) {
  const id = useId()
  const { error, clear } = useFieldError(path)
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), PAUSE_MS)
  const list = useItems(chosen, (next) => onChange(next.map(textOf)), clear, 'Product')
  const details = useQueries({ queries: chosen.map((productId) => productQueries.detail(productId)) })
  const isFull = chosen.length >= LIMITS.chosen
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <p id={id} className="font-medium">
          Chosen products
        </p>
        <p className="text-sm text-cocoa tabular-nums">
          {chosen.length} of {LIMITS.chosen}
        </p>
      </div>
      <ol className="grid min-w-0 gap-2 empty:hidden">
        {chosen.map((productId, index) => {
          const product = details[index]?.data
          const name = product?.productName ?? productId
          return (
            <li
              key={productId}
              className="flex min-w-0 flex-wrap items-center gap-1 rounded-input border border-line bg-white p-2"
            >
              <ProductLine product={product} productId={productId} />
              <span className="ms-auto flex">
                <ItemButtons
                  name={name}
                  index={index}
                  count={chosen.length}
                  onMove={(to) => list.move(index, to)}
                  onRemove={() => list.remove(index)}
                />
              </span>
            </li>
          )
        })}
      </ol>
      {isFull ? (
        <p className="text-sm text-cocoa">No more than {LIMITS.chosen} are possible.</p>
      ) : (
        <TextField
          id={list.addId}
          label="Search for a product to add"
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {!isFull && <Found q={q} chosen={chosen} onAdd={(productId) => list.add(productId)} />}
      <p role="status" className="sr-only">
        {list.news}
      </p>
    </section>
  )
}

const KINDS = [
  { value: 'discounted', label: 'The newest with a discount' },
  { value: 'newest', label: 'The newest' },
  { value: 'bestselling', label: 'Those that sold most in 30 days' },
  { value: 'category', label: 'The newest of a category' },
  { value: 'brand', label: 'The newest of a brand' },
  { value: 'chosen', label: 'Those that I choose' },
] as const

type Kind = (typeof KINDS)[number]['value']

const BLANK: Record<Kind, Values> = {
  discounted: { kind: 'discounted' },
  newest: { kind: 'newest' },
  bestselling: { kind: 'bestselling' },
  category: { kind: 'category', name: '' },
  brand: { kind: 'brand', name: '' },
  chosen: { kind: 'chosen', productIds: [] },
}

const names = (values: readonly FacetValue[]): string[] => values.map(({ value }) => value)

/** Categories or brands in use; the chosen one too, if no product has it any more. */
function NameChoice({
  of,
  chosen,
  onChoose,
  path,
}: {
  of: 'category' | 'brand'
  chosen: string
  onChoose: (name: string) => void
  path: string
}) {
  const { error } = useFieldError(`${path}.name`)
  const pick = ({ categories, brands }: ProductFacets) => names(of === 'category' ? categories : brands)
  const { data = [] } = useQuery({ ...facetsQuery({}), select: pick })
  const offered = [...new Set(chosen === '' ? data : [chosen, ...data])].sort()
  const label = of === 'category' ? 'Category' : 'Brand'
  return (
    <SelectField
      label={label}
      value={chosen}
      error={error}
      options={[
        { value: '', label: `Choose a ${of}` },
        ...offered.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

/** Which products are featured: by a rule, or chosen one by one. */
export function SourceControl({ field, value, onChange, path }: ControlProps<SourceField>) {
  const { clear } = useFieldError(path)
  const source = objectOf(value)
  const kind = textOf(source.kind)
  const change = (next: Value) => {
    clear()
    onChange(next)
  }
  return (
    <div className="grid min-w-0 gap-4">
      <SelectField
        label={field.label}
        options={KINDS}
        value={kind}
        onChange={(event) => change(BLANK[event.target.value as Kind])}
      />
      {(kind === 'category' || kind === 'brand') && (
        <NameChoice
          of={kind}
          chosen={textOf(source.name)}
          onChoose={(name) => change({ kind, name })}
          path={path}
        />
      )}
      {kind === 'chosen' && (
        <ProductChooser
          chosen={listOf(source.productIds).map(textOf)}
          onChange={(productIds) => change({ kind, productIds })}
          path={`${path}.productIds`}
        />
      )}
    </div>
  )
}

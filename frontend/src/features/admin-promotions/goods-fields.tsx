// The goods that a promotion is for.
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { facetsQuery } from '@/features/catalog/facets'
import { productQueries } from '@/features/catalog/queries'
import { ErrorLine, RemoveButton } from '@/ui/admin/controls'
import { Chip } from '@/ui/admin/filter-chips'
import { Choice, Choices } from '@/ui/choice'
import type { PromotionFieldsProps } from './benefits/benefit-form'
import { ProductPicker } from './product-picker'

/** A label that is chosen stays in the list though no product has it any more. */
const withChosen = (values: readonly string[], chosen: readonly string[]): string[] => [
  ...values,
  ...chosen.filter((one) => !values.some((value) => value.toLowerCase() === one.toLowerCase())),
]

function Labels({
  legend,
  values,
  chosen,
  onChange,
}: {
  legend: string
  values: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const isChosen = (value: string) => chosen.some((one) => one.toLowerCase() === value.toLowerCase())
  const toggle = (value: string) =>
    onChange(
      isChosen(value)
        ? chosen.filter((one) => one.toLowerCase() !== value.toLowerCase())
        : [...chosen, value],
    )
  const all = withChosen(values, chosen)
  if (all.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map((value) => (
          <Chip key={value} label={value} chosen={isChosen(value)} onPress={() => toggle(value)} />
        ))}
      </div>
    </fieldset>
  )
}

/** A chosen product with its name, once it is known. */
function Chosen({ productId, onRemove }: { productId: string; onRemove: () => void }) {
  const { data } = useQuery(productQueries.detail(productId))
  const name = data?.productName
  return (
    <li className="flex items-center justify-between gap-3 py-1">
      <span className="min-w-0 wrap-anywhere">
        {name ?? productId}
        <span className="block text-sm text-cocoa">
          {data === null ? 'no longer sold' : name === undefined ? '' : productId}
        </span>
      </span>
      <RemoveButton label={`Remove ${name ?? productId}`} onClick={onRemove} />
    </li>
  )
}

function Products({ values: { products }, edit }: PromotionFieldsProps) {
  const set = (next: string[]) => edit({ products: next }, 'products')
  return (
    <div>
      <ProductPicker
        label="Products"
        chosen={products}
        onPick={({ productId }) => set([...products, productId])}
      />
      {products.length > 0 && (
        <ul aria-label="Chosen products" className="mt-2 max-h-80 divide-y divide-line overflow-y-auto">
          {products.map((productId) => (
            <Chosen
              key={productId}
              productId={productId}
              onRemove={() => set(products.filter((one) => one !== productId))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** All goods, or those that one of three lists names. */
export function GoodsFields(props: PromotionFieldsProps) {
  const { values, errors, edit } = props
  const { products, categories, brands } = values
  const { data: facets } = useQuery(facetsQuery({}))
  const [isOpen, setOpen] = useState(false)
  const isSome = isOpen || products.length + categories.length + brands.length > 0
  const name = useId()
  const choose = (choice: string) => {
    setOpen(choice === 'some')
    if (choice === 'all') edit({ products: [], categories: [], brands: [] }, 'products')
  }
  return (
    <div className="grid gap-4">
      <Choices legend="Goods">
        <Choice name={name} value="all" checked={!isSome} onChoose={choose} label="All goods" />
        <Choice name={name} value="some" checked={isSome} onChoose={choose} label="Only some goods">
          Goods of one of the brands or categories that you choose, and single products.
        </Choice>
      </Choices>
      {isSome && (
        <div className="grid gap-5">
          <ErrorLine error={errors.products ?? errors.categories ?? errors.brands} />
          <Labels
            legend="Brands"
            values={facets?.brands.map(({ value }) => value) ?? []}
            chosen={brands}
            onChange={(next) => edit({ brands: next }, 'brands')}
          />
          <Labels
            legend="Categories"
            values={facets?.categories.map(({ value }) => value) ?? []}
            chosen={categories}
            onChange={(next) => edit({ categories: next }, 'categories')}
          />
          <Products {...props} />
        </div>
      )}
    </div>
  )
}

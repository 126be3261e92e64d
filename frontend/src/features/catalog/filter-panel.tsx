import { useQuery } from '@tanstack/react-query'
import type { FacetValue } from '@/api/types'
import type { UrlPatch } from '@/lib/url-state'
import { buttonClass } from '@/ui/button-class'
import { Skeleton } from '@/ui/skeleton'
import { type Choice, choicesOf, facetsQuery, spelled } from './facets'
import { PriceRange } from './price-range'
import type { ProductListParams } from './queries'

export type FilterProps = { params: ProductListParams; onChange: (patch: UrlPatch) => void }

const COUNT = 'text-sm text-cocoa tabular-nums'

function Switch({
  name,
  label,
  count,
  checked,
  onChange,
}: {
  name: string
  label: string
  count: number | null
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value="true"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 flex-none accent-lotus"
      />
      <span className="min-w-0 flex-1">{label}</span>{' '}
      {count !== null && <span className={COUNT}>{count}</span>}
    </label>
  )
}

/** One of a few values, or all of them. */
function OneOf({
  name,
  legend,
  all,
  choices,
  chosen,
  loading,
  onChoose,
}: {
  name: string
  legend: string
  all: string
  choices: Choice[]
  chosen: string | undefined
  loading: boolean
  onChoose: (value: string | null) => void
}) {
  const options: { value: string | null; label: string; count: number | null }[] = [
    { value: null, label: all, count: null },
    ...choices.map(({ value, count }) => ({ value, label: value, count })),
  ]
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options.map(({ value, label, count }) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-center gap-3 lg:min-h-9">
          <input
            type="radio"
            name={name}
            value={value ?? ''}
            checked={(chosen ?? null) === value}
            onChange={() => onChoose(value)}
            className="size-5 flex-none accent-lotus"
          />
          <span className="min-w-0 flex-1">{label}</span>{' '}
          {count !== null && <span className={COUNT}>{count}</span>}
        </label>
      ))}
      {loading &&
        choices.length < 2 &&
        [0, 1, 2, 3, 4, 5].map((place) => <Skeleton key={place} className="my-2.5 h-4 w-3/4" />)}
    </fieldset>
  )
}

/** All filters of the list; a plain form without scripts. The caller places it beside the list or in a drawer. */
export function FilterPanel({ params, onChange }: FilterProps) {
  const { data: facets, isPending } = useQuery(facetsQuery(params))
  const counted = facets?.exact === true ? facets : null
  const chosen = (values: FacetValue[] | undefined, value: string | undefined) =>
    value === undefined ? undefined : spelled(values ?? [], value)
  const choose = (patch: UrlPatch) => onChange({ ...patch, after: null })
  return (
    <form action="/products" onSubmit={(event) => event.preventDefault()} className="grid gap-7">
      {params.q !== undefined && <input type="hidden" name="q" value={params.q} />}
      {params.sort !== undefined && <input type="hidden" name="sort" value={params.sort} />}
      <fieldset>
        <legend className="mb-1 font-semibold">Show only</legend>
        <Switch
          name="inStock"
          label="In stock"
          count={counted?.inStock ?? null}
          checked={params.inStock === true}
          onChange={(inStock) => choose({ inStock })}
        />
        <Switch
          name="discounted"
          label="On sale"
          count={counted?.discounted ?? null}
          checked={params.discounted === true}
          onChange={(discounted) => choose({ discounted })}
        />
      </fieldset>
      <PriceRange
        min={params.minPrice}
        max={params.maxPrice}
        lowest={facets?.price?.min}
        highest={facets?.price?.max}
        onChange={choose}
      />
      <OneOf
        name="category"
        legend="Category"
        all="All categories"
        choices={choicesOf('categories', facets, params.category)}
        chosen={chosen(facets?.categories, params.category)}
        loading={isPending}
        onChoose={(category) => choose({ category })}
      />
      <OneOf
        name="brand"
        legend="Brand"
        all="All brands"
        choices={choicesOf('brands', facets, params.brand)}
        chosen={chosen(facets?.brands, params.brand)}
        loading={isPending}
        onChoose={(brand) => choose({ brand })}
      />
      <noscript>
        <button type="submit" className={buttonClass({ block: true })}>
          Apply filters
        </button>
      </noscript>
    </form>
  )
}

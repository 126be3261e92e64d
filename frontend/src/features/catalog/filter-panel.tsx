import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UrlPatch } from '@/lib/url-state'
import { Skeleton } from '@/ui/skeleton'
import { type Choice, choicesOf, facetsQuery } from './facets'
import { PriceRange } from './price-range'
import type { ProductListParams } from './queries'

export type FilterProps = { asked: ProductListParams; onChange: (patch: UrlPatch) => void }

function Switch({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-lotus"
      />
      {label}
    </label>
  )
}

/** One of a few values, or all of them. */
function OneOf({
  legend,
  all,
  choices,
  chosen,
  loading,
  onChoose,
}: {
  legend: string
  all: string
  choices: Choice[]
  chosen: string | undefined
  loading: boolean
  onChoose: (value: string | null) => void
}) {
  const name = useId()
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
            checked={(chosen ?? null) === value}
            onChange={() => onChoose(value)}
            className="size-5 flex-none accent-lotus"
          />
          <span className="min-w-0 flex-1">{label}</span>
          {count !== null && <span className="text-sm text-cocoa tabular-nums">{count}</span>}
        </label>
      ))}
      {loading &&
        choices.length < 2 &&
        [0, 1, 2, 3, 4, 5].map((place) => <Skeleton key={place} className="my-2.5 h-4 w-3/4" />)}
    </fieldset>
  )
}

/** Everything by which the list can be narrowed. Where it stands is the caller's: beside the list, or in a drawer. */
export function FilterPanel({ asked, onChange }: FilterProps) {
  const { data: facets, isPending } = useQuery(facetsQuery())
  const choose = (patch: UrlPatch) => onChange({ ...patch, after: null })
  return (
    <div className="grid gap-7">
      <fieldset>
        <legend className="mb-1 font-semibold">Show only</legend>
        <Switch
          label="In stock"
          checked={asked.inStock === true}
          onChange={(inStock) => choose({ inStock })}
        />
        <Switch
          label="On sale"
          checked={asked.discounted === true}
          onChange={(discounted) => choose({ discounted })}
        />
      </fieldset>
      <PriceRange min={asked.minPrice} max={asked.maxPrice} onChange={choose} />
      <OneOf
        legend="Category"
        all="All categories"
        choices={choicesOf('category', facets, asked)}
        chosen={asked.category}
        loading={isPending}
        onChoose={(category) => choose({ category })}
      />
      <OneOf
        legend="Brand"
        all="All brands"
        choices={choicesOf('brand', facets, asked)}
        chosen={asked.brand}
        loading={isPending}
        onChoose={(brand) => choose({ brand })}
      />
    </div>
  )
}

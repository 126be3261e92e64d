import { useQuery } from '@tanstack/react-query'
import type { FacetValue, ProductFacets } from '@/api/types'
import { facetsQuery } from '@/features/catalog/facets'
import { SelectField } from '@/ui/select'
import type { SourceField } from './fields'
import { useFieldError } from './form-context'
import type { ControlProps } from './plain-controls'
import { ProductChooser } from './product-chooser'
import { listOf, objectOf, textOf, type Value, type Values } from './values'

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

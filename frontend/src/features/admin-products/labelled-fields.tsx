import { useId } from 'react'
import type { bindFields } from '@/api/form-errors'
import { TextField } from '@/ui/field'
import { useFamilies, useLabels } from './label-suggestions'
import type { ProductFormValues } from './product-form'

type LabelName = 'brand' | 'category' | 'family'
export type FormParts = { field: ReturnType<typeof bindFields<ProductFormValues>> }

function LabelField({
  name,
  label,
  hint,
  suggestions,
  field,
}: FormParts & { name: LabelName; label: string; hint?: string; suggestions: readonly string[] }) {
  const listId = useId()
  return (
    <div>
      <TextField label={label} optional hint={hint} list={listId} autoComplete="off" {...field(name)} />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  )
}

/** Category, brand and family of a product, with suggestions. */
export function LabelledFields(parts: FormParts) {
  const { brands, categories } = useLabels()
  const families = useFamilies()
  const { field } = parts
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <LabelField {...parts} name="brand" label="Brand" suggestions={brands} />
      <LabelField {...parts} name="category" label="Category" suggestions={categories} />
      <LabelField
        {...parts}
        name="family"
        label="Family"
        hint="Shades of one product share a family."
        suggestions={families}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Shade" optional autoComplete="off" {...field('shadeName')} />
        <TextField label="Shade colour" placeholder="#A6202F" autoComplete="off" {...field('shadeHex')} />
      </div>
    </div>
  )
}

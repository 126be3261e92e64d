import { useId } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextField } from '@/ui/field'
import { useFamilies, useLabels } from './label-suggestions'
import type { ProductFormValues } from './product-form'

type LabelName = 'brand' | 'category' | 'family'
export type FormParts = {
  register: UseFormRegister<ProductFormValues>
  errors: FieldErrors<ProductFormValues>
}

function LabelField({
  name,
  label,
  hint,
  suggestions,
  register,
  errors,
}: FormParts & { name: LabelName; label: string; hint?: string; suggestions: readonly string[] }) {
  const listId = useId()
  return (
    <div>
      <TextField
        label={label}
        optional
        hint={hint}
        list={listId}
        autoComplete="off"
        error={errors[name]?.message}
        {...register(name)}
      />
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
  const { register, errors } = parts
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
        <TextField
          label="Shade"
          optional
          autoComplete="off"
          error={errors.shadeName?.message}
          {...register('shadeName')}
        />
        <TextField
          label="Shade colour"
          placeholder="#A6202F"
          autoComplete="off"
          error={errors.shadeHex?.message}
          {...register('shadeHex')}
        />
      </div>
    </div>
  )
}

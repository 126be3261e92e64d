import { rolesWith } from '@/api/staff'
import { keepOnWheel } from '@/ui/admin/controls'
import { TextField } from '@/ui/field'
import type { FormParts } from './labelled-fields'
import type { ProductFormValues } from './product-form'

type NumberField = {
  name: keyof ProductFormValues
  label: string
  hint?: string
  optional?: boolean
  min: number
  /** '1' is a whole number, '0.01' an amount. */
  step: '1' | '0.01'
}

const FIELDS: readonly NumberField[] = [
  { name: 'price', label: 'Price', hint: 'In rupees (LKR).', min: 0, step: '0.01' },
  {
    name: 'lastPrice',
    label: 'Last Price (sale price)',
    hint: 'Only while it sells below its price.',
    optional: true,
    min: 0,
    step: '0.01',
  },
  { name: 'stock', label: 'Stock', min: 0, step: '1' },
  {
    name: 'weightGrams',
    label: 'Weight (g)',
    hint: 'With its packaging; blank counts as 200 g.',
    optional: true,
    min: 1,
    step: '1',
  },
]

/** Prices, stock and weight. Without `priced` they are shown and cannot be changed. */
export function NumberFields({ field, priced }: FormParts & { priced: boolean }) {
  const fixed = priced ? {} : { readOnly: true, className: 'bg-shell text-cocoa' }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {!priced && (
        <p className="col-span-full text-sm text-cocoa">
          Prices, stock and weight are changed by {rolesWith(['updateProducts'])}.
        </p>
      )}
      {FIELDS.map(({ name, step, ...rest }) => (
        <TextField
          key={name}
          {...rest}
          type="number"
          inputMode={step === '1' ? 'numeric' : 'decimal'}
          step={step}
          onWheel={keepOnWheel}
          {...fixed}
          {...field(name)}
        />
      ))}
    </div>
  )
}

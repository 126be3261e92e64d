import { rolesWith } from '@/api/staff'
import { keepOnWheel } from '@/ui/admin/controls'
import { TextField } from '@/ui/field'
import type { FormParts } from './labelled-fields'

/** Prices, stock and weight. Without `priced` they are shown and cannot be changed. */
export function NumberFields({ register, errors, priced }: FormParts & { priced: boolean }) {
  const fixed = priced ? {} : { readOnly: true, className: 'bg-shell text-cocoa' }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {!priced && (
        <p className="col-span-full text-sm text-cocoa">
          Prices, stock and weight are changed by {rolesWith(['updateProducts'])}.
        </p>
      )}
      <TextField
        label="Price"
        hint="In rupees (LKR)."
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        onWheel={keepOnWheel}
        error={errors.price?.message}
        {...fixed}
        {...register('price')}
      />
      <TextField
        label="Last Price (sale price)"
        optional
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        onWheel={keepOnWheel}
        hint="Only while it sells below its price."
        error={errors.lastPrice?.message}
        {...fixed}
        {...register('lastPrice')}
      />
      <TextField
        label="Stock"
        type="number"
        inputMode="numeric"
        min="0"
        step="1"
        onWheel={keepOnWheel}
        error={errors.stock?.message}
        {...fixed}
        {...register('stock')}
      />
      <TextField
        label="Weight (g)"
        optional
        type="number"
        inputMode="numeric"
        min="1"
        step="1"
        onWheel={keepOnWheel}
        hint="With its packaging; blank counts as 200 g."
        error={errors.weightGrams?.message}
        {...fixed}
        {...register('weightGrams')}
      />
    </div>
  )
}

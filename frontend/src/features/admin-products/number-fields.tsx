import type { WheelEvent } from 'react'
import { TextField } from '@/ui/field'
import type { FormParts } from './labelled-fields'

/** Removes the focus on scrolling, which would change the number. */
const keepOnWheel = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()

/** Prices and stock. */
export function NumberFields({ register, errors }: FormParts) {
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField
        label="Price (LKR)"
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        onWheel={keepOnWheel}
        error={errors.price?.message}
        {...register('price')}
      />
      <TextField
        label="Last Price (LKR)"
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        onWheel={keepOnWheel}
        hint="What it sells for now; blank is the price."
        error={errors.lastPrice?.message}
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
        {...register('stock')}
      />
    </div>
  )
}

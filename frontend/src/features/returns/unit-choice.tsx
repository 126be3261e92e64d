import { CircleAlert } from 'lucide-react'
import { type Ref, useId } from 'react'
import type { Order } from '@/api/types'
import { ProductImage } from '@/ui/image'
import { QuantityStepper } from '@/ui/quantity-stepper'
import type { Units } from './return-rules'

type Item = Order['orderedItems'][number]

type UnitChoiceProps = {
  /** The group, whose first box receives the focus where none is ticked. */
  ref: Ref<HTMLFieldSetElement>
  items: readonly Item[]
  units: Units
  error: string | undefined
  disabled: boolean
  onChange: (units: Units) => void
}

function Line({
  item,
  units,
  disabled,
  onChange,
}: Omit<UnitChoiceProps, 'ref' | 'items' | 'error'> & { item: Item }) {
  const { productId, name, image, quantity, returnable } = item
  const chosen = units[productId] ?? 0
  const { [productId]: _, ...others } = units
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <label className="flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 flex-none accent-lotus"
          checked={chosen > 0}
          disabled={disabled || returnable === 0}
          onChange={({ target }) => onChange(target.checked ? { ...units, [productId]: 1 } : others)}
        />
        <ProductImage src={image} alt="" sizes="4rem" className="!w-14 flex-none rounded-tag" />
        <span className="min-w-0">
          <span className="block font-semibold">{name}</span>
          <span className="text-sm text-cocoa">
            {returnable === 0 ? 'Returned already' : returnable < quantity && `${returnable} of ${quantity}`}
          </span>
        </span>
      </label>
      {chosen > 0 && returnable > 1 && (
        <QuantityStepper
          label={name}
          value={chosen}
          max={returnable}
          disabled={disabled}
          onChange={(next) => onChange({ ...units, [productId]: next })}
        />
      )}
    </li>
  )
}

/** The lines of an order with a box for each, and the number of units that go back. */
export function UnitChoice({ ref, items, error, ...choice }: UnitChoiceProps) {
  const id = useId()
  return (
    <fieldset ref={ref} className="min-w-0" aria-describedby={error === undefined ? undefined : id}>
      <legend className="font-medium">What do you return?</legend>
      <ul className="mt-1.5 divide-y divide-line border-y border-line">
        {items.map((item) => (
          <Line key={item.productId} item={item} {...choice} />
        ))}
      </ul>
      {error !== undefined && (
        <p id={id} role="alert" className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-error">
          <CircleAlert aria-hidden size={16} className="mt-0.5 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

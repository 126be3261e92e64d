import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { ErrorLine } from '@/ui/admin/controls'
import { hasErrorsAt } from '@/ui/admin/field-errors'
import { Button } from '@/ui/button'
import type { ListField } from './fields'
import { useFormErrors } from './form-context'
import { ItemCard } from './item-card'
import type { NestingProps } from './plain-controls'
import { useItems } from './use-items'
import { listOf, objectOf, textOf } from './values'

/** Which items are open, by their keys. */
function useOpen() {
  const [open, setOpen] = useState<readonly number[]>([])
  const toggle = (key: number, isOpen: boolean) =>
    setOpen((keys) => (isOpen ? keys.filter((other) => other !== key) : [...keys, key]))
  return { open, toggle }
}

/** Items in order: each is opened to edit it. */
export function ListControl({ field, value, onChange, path, Form }: NestingProps<ListField>) {
  const id = useId()
  const items = listOf(value)
  const { errors, clearErrors } = useFormErrors()
  const { open, toggle } = useOpen()
  const list = useItems(
    items,
    onChange,
    // The errors of items have their places in their paths.
    () => clearErrors(path),
    field.item,
  )
  const isFull = items.length >= field.most
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p id={id} className="font-medium">
          {field.label}
        </p>
        <p className="text-sm text-cocoa tabular-nums">
          {items.length} of {field.most}
        </p>
      </div>
      {field.hint !== undefined && <p className="text-sm text-cocoa">{field.hint}</p>}
      <ErrorLine error={errors[path]} />
      <ul className="grid min-w-0 gap-2 empty:hidden">
        {items.map((item, index) => {
          const key = list.keys[index] ?? index
          const isInvalid = hasErrorsAt(errors, `${path}[${index}]`)
          const isOpen = open.includes(key) || isInvalid
          return (
            <ItemCard
              key={key}
              name={`${field.item} ${index + 1}`}
              title={textOf(objectOf(item)[field.titled])}
              isOpen={isOpen}
              onToggle={() => toggle(key, open.includes(key))}
              isInvalid={isInvalid}
              index={index}
              count={items.length}
              onMove={(to) => list.move(index, to)}
              onRemove={items.length > field.least ? () => list.remove(index) : undefined}
            >
              <Form
                fields={field.fields}
                value={objectOf(item)}
                onChange={(next) => list.replace(index, next)}
                path={`${path}[${index}]`}
              />
            </ItemCard>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          id={list.addId}
          variant="secondary"
          size="sm"
          aria-disabled={isFull || undefined}
          className="aria-disabled:opacity-60"
          onClick={() => !isFull && toggle(list.add(field.blank), false)}
        >
          <Plus aria-hidden size={18} />
          Add a {field.item.toLowerCase()}
        </Button>
        {isFull && <p className="text-sm text-cocoa">No more than {field.most} are possible.</p>}
      </div>
      <p role="status" className="sr-only">
        {list.news}
      </p>
    </section>
  )
}

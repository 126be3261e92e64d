import { ArrowDown, ArrowUp, ChevronDown, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { ErrorLine, RemoveButton } from '@/ui/admin/controls'
import { hasErrorsAt } from '@/ui/admin/field-errors'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import type { ListField } from './fields'
import { type NestingProps, useFormErrors } from './plain-controls'
import { useItems } from './use-items'
import { listOf, objectOf, textOf } from './values'

type ItemButtonsProps = {
  /** 'Slide 2', and what it is called by its author. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: (() => void) | undefined
}

/** Moves and removes an item. The buttons stay focusable at the ends, so that the focus is not lost by moving. */
export function ItemButtons({ name, index, count, onMove, onRemove }: ItemButtonsProps) {
  return (
    <>
      {[
        { icon: ArrowUp, way: 'up', to: index - 1 },
        { icon: ArrowDown, way: 'down', to: index + 1 },
      ].map(({ icon, way, to }) => (
        <IconButton
          key={way}
          icon={icon}
          label={`Move ${name} ${way}`}
          aria-disabled={to < 0 || to >= count || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => onMove(to)}
        />
      ))}
      {onRemove !== undefined && <RemoveButton label={`Remove ${name}`} onClick={onRemove} />}
    </>
  )
}

type ItemCardProps = {
  /** 'Slide 2', and what it is called by its author. */
  name: string
  title?: string | undefined
  isOpen: boolean
  onToggle: () => void
  index: number
  count: number
  onMove: (to: number) => void
  onRemove?: (() => void) | undefined
  /** Before the buttons, such as a switch. */
  aside?: ReactNode
  /** Something in it is wrong. */
  isInvalid: boolean
  children: ReactNode
}

/** An item of a list that is opened to edit it, moved and removed; all by keyboard too. */
export function ItemCard(props: ItemCardProps) {
  const { name, title, isOpen, onToggle, index, count, onMove, onRemove, aside, isInvalid, children } = props
  const id = useId()
  return (
    <li className={cx('min-w-0 rounded-input border bg-white', isInvalid ? 'border-error' : 'border-line')}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-1 p-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-2.5 rounded-input px-2 text-start hover:bg-shell"
        >
          <ChevronDown
            aria-hidden
            size={18}
            className={cx('flex-none text-cocoa transition-transform', isOpen && 'rotate-180')}
          />
          <span className="min-w-0">
            <span className="block font-medium">{name}</span>
            {title !== undefined && title !== '' && (
              <span className="line-clamp-2 text-sm wrap-anywhere text-cocoa">{title}</span>
            )}
          </span>
        </button>
        <div className="ms-auto flex items-center">
          {aside}
          <ItemButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
        </div>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line p-4 sm:p-5">
        {isOpen && children}
      </div>
    </li>
  )
}

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

import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'

export type ItemCardProps = {
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
  const isFirst = index === 0
  const isLast = index === count - 1
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
          {/* They stay focusable at the ends, so that the focus is not lost by moving. */}
          <IconButton
            icon={ArrowUp}
            label={`Move ${name} up`}
            aria-disabled={isFirst || undefined}
            className="aria-disabled:opacity-40"
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            icon={ArrowDown}
            label={`Move ${name} down`}
            aria-disabled={isLast || undefined}
            className="aria-disabled:opacity-40"
            onClick={() => onMove(index + 1)}
          />
          {onRemove !== undefined && (
            <IconButton icon={Trash2} tone="danger" label={`Remove ${name}`} onClick={onRemove} />
          )}
        </div>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line p-4 sm:p-5">
        {isOpen && children}
      </div>
    </li>
  )
}

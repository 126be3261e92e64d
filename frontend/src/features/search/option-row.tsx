import { Clock, LayoutGrid, Search, SpellCheck, Tag } from 'lucide-react'
import { cx } from '@/ui/cx'
import { ProductImage } from '@/ui/image'
import { Price } from '@/ui/price'
import { Emphasised } from './emphasised'
import type { Option } from './options'

const ICONS = {
  recent: Clock,
  corrected: SpellCheck,
  brand: Tag,
  category: LayoutGrid,
  search: Search,
} as const

/** The product's picture, name and price. In a narrow list the price goes below the name. */
function ProductRow({
  option: { product },
  typed,
}: {
  option: Extract<Option, { kind: 'product' }>
  typed: string
}) {
  return (
    <>
      <span className="w-11 flex-none overflow-hidden rounded-tag">
        <ProductImage src={product.image} alt="" sizes="44px" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col @lg:flex-row @lg:items-baseline @lg:gap-4">
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
          <Emphasised text={product.productName} typed={typed} />
        </span>
        <Price current={product.lastPrice} original={product.price} size="sm" className="flex-none" />
      </span>
    </>
  )
}

function TextRow({
  option: { kind, text },
  typed,
}: {
  option: Exclude<Option, { kind: 'product' }>
  typed: string
}) {
  const Icon = ICONS[kind]
  return (
    <>
      <span className="flex w-11 flex-none justify-center text-cocoa">
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        {kind === 'corrected' && (
          <>
            Did you mean <b className="font-bold text-lotus">{text}</b>?
          </>
        )}
        {kind === 'search' && <>Search for “{text}”</>}
        {kind !== 'corrected' && kind !== 'search' && <Emphasised text={text} typed={typed} />}
      </span>
    </>
  )
}

type OptionRowProps = {
  id: string
  option: Option
  /** What the suggestions answer; its words stand out. */
  typed: string
  active: boolean
  onChoose: (touched: boolean) => void
}

/** An option of the list. The keyboard stays in the search box, which names the active option. */
export function OptionRow({ id, option, typed, active, onChoose }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={({ nativeEvent }) => onChoose((nativeEvent as PointerEvent).pointerType === 'touch')}
      className={cx(
        'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-1.5 transition-colors',
        active ? 'bg-blush' : 'hover:bg-shell',
        // The search itself is no suggestion: a line divides it from them.
        option.kind === 'search' && 'mt-2 border-t border-line',
      )}
    >
      {option.kind === 'product' ? (
        <ProductRow option={option} typed={typed} />
      ) : (
        <TextRow option={option} typed={typed} />
      )}
    </div>
  )
}

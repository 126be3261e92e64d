import { X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatCents, formatMoney, lineTotalCents } from '@/lib/money'
import { productPath } from '@/lib/product-path'
import { IconButton } from '@/ui/icon-button'
import { ProductImage } from '@/ui/image'
import { LineDiscount } from '@/ui/price'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { ShortageNotice } from '@/ui/shortage-notice'
import { Skeleton } from '@/ui/skeleton'
import { discountOf, type PricedLine } from './priced-lines'

type CartLineProps = {
  line: PricedLine
  /** Prices are loading; otherwise missing prices stay unknown. */
  loading: boolean
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

function UnitPrice({ line, loading }: Pick<CartLineProps, 'line' | 'loading'>) {
  if (line.item === undefined) return loading ? <Skeleton className="mt-1.5 h-4 w-28" /> : null
  const { price, lastPrice } = line.item
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-cocoa tabular-nums">
      <span>{formatMoney(lastPrice)} each</span>
      {price > lastPrice && (
        <s>
          <span className="sr-only">Original price </span>
          {formatMoney(price)}
        </s>
      )}
    </p>
  )
}

/** One line of the cart: picture, name, price, quantity, total and the remove button. */
export function CartLine({ line, loading, onQuantity, onRemove }: CartLineProps) {
  const { item, productId, quantity, short } = line
  const name = item?.name ?? productId
  const place = useRef<HTMLLIElement>(null)
  const adjust = (stock: number) => {
    if (stock <= 0) return onRemove()
    // The focused button disappears with the notice: the line receives the focus.
    place.current?.focus({ preventScroll: true })
    onQuantity(stock)
  }
  return (
    <li ref={place} tabIndex={-1} className="flex flex-col gap-3 py-5 first:pt-0 last:pb-0">
      <div className="grid grid-cols-[min(4.25rem,20vw)_minmax(0,1fr)] gap-x-3.5 gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-5">
        <Link
          to={productPath(productId)}
          tabIndex={-1}
          aria-hidden
          className="row-span-2 self-start overflow-hidden rounded-input"
        >
          <ProductImage src={item?.image} alt="" sizes="7rem" />
        </Link>
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0 pt-1">
            {item === undefined && loading ? (
              <Skeleton className="h-5 w-40 max-w-full" />
            ) : (
              <Link
                to={productPath(productId)}
                className="font-semibold wrap-anywhere hover:text-lotus hover:underline"
              >
                {name}
              </Link>
            )}
            <UnitPrice line={line} loading={loading} />
          </div>
          <IconButton
            icon={X}
            label={`Remove ${name} from the cart`}
            onClick={onRemove}
            className="-me-2.5 text-cocoa hover:text-error"
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 self-end">
          <QuantityStepper value={quantity} min={0} max={item?.stock} label={name} onChange={onQuantity} />
          <div className="ms-auto text-end tabular-nums">
            <p className="font-semibold">
              <span className="sr-only">Line total </span>
              {item === undefined
                ? loading && <Skeleton className="h-5 w-24" />
                : formatCents(lineTotalCents(item.lastPrice, quantity))}
            </p>
            <LineDiscount amount={discountOf(line)} />
          </div>
        </div>
      </div>
      {short && item !== undefined && (
        <ShortageNotice name={name} stock={item.stock} onAdjust={() => adjust(item.stock)} />
      )}
    </li>
  )
}

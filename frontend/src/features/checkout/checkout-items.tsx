import { useRef, useState } from 'react'
import { discountOf, type PricedLine } from '@/features/cart/priced-lines'
import { formatCents, formatMoney, lineTotalCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { ProductImage } from '@/ui/image'
import { LineDiscount } from '@/ui/price'
import { ShortageNotice } from '@/ui/shortage-notice'
import { Skeleton } from '@/ui/skeleton'

function Item({
  line,
  loading,
  onAdjust,
}: {
  line: PricedLine
  loading: boolean
  onAdjust: (quantity: number) => void
}) {
  const { item, productId, quantity, short } = line
  const wait = loading && item === undefined
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ProductImage
          src={item?.image}
          alt=""
          sizes="5rem"
          className="!w-16 flex-none rounded-input sm:!w-20"
        />
        <div className="min-w-0 flex-1 basis-36">
          <p className="font-semibold">
            {wait ? <Skeleton className="h-5 w-40 max-w-full" /> : (item?.name ?? productId)}
          </p>
          <p className="mt-0.5 text-sm text-cocoa tabular-nums">
            {item !== undefined && `${formatMoney(item.lastPrice)} × `}
            {item === undefined && 'Quantity '}
            {quantity}
          </p>
        </div>
        <div className="ms-auto text-end whitespace-nowrap tabular-nums">
          <p className="font-semibold">
            {wait && <Skeleton className="h-5 w-20" />}
            {item !== undefined && formatCents(lineTotalCents(item.lastPrice, quantity))}
          </p>
          <LineDiscount amount={discountOf(line)} />
        </div>
      </div>
      {short && item !== undefined && (
        <ShortageNotice
          name={item.name}
          stock={item.stock}
          onAdjust={() => onAdjust(Math.max(0, item.stock))}
        />
      )}
    </li>
  )
}

/** More lines than these are behind a button, so that a long list does not push the form away. */
const SHOWN = 4

/** What is about to be ordered; lines that are short in stock are always shown. `onAdjust` with 0 takes a line out; the button goes, so the list takes its focus. */
export function CheckoutItems({
  lines,
  loading,
  onAdjust,
}: {
  lines: readonly PricedLine[]
  loading: boolean
  onAdjust: (productId: string, quantity: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const [all, setAll] = useState(lines.length <= SHOWN)
  const shown = all ? lines : lines.filter(({ short }, place) => short || place < SHOWN - 1)
  const showAll = () => {
    list.current?.focus({ preventScroll: true })
    setAll(true)
  }
  const adjust = (productId: string, quantity: number) => {
    list.current?.focus({ preventScroll: true })
    onAdjust(productId, quantity)
  }
  return (
    <section aria-labelledby="your-items">
      <h2 id="your-items" className="mb-5 font-display text-2xl">
        Your items
      </h2>
      <ul ref={list} tabIndex={-1} aria-labelledby="your-items" className="divide-y divide-line">
        {shown.map((line) => (
          <Item
            key={line.productId}
            line={line}
            loading={loading}
            onAdjust={(quantity) => adjust(line.productId, quantity)}
          />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={showAll}>
          Show all {lines.length} items
        </Button>
      )}
    </section>
  )
}

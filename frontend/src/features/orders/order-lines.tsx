import { Link } from 'react-router'
import type { Order } from '@/api/types'
import { formatCents, lineTotalCents } from '@/lib/money'
import { productPath } from '@/lib/product-path'
import { cx } from '@/ui/cx'
import { ProductImage } from '@/ui/image'
import { LineDiscount, Money } from '@/ui/price'
import { VatLine } from '@/ui/vat-line'
import { extraLines } from './extra-lines'

type OrderLinesProps = {
  order: Order
  /** Names link to the products. */
  linked?: boolean
  className: string
  lineClassName: string
  totalClassName: string
}

function ItemName({ item, linked }: { item: Order['orderedItems'][number]; linked: boolean }) {
  if (!linked) return <p className="font-semibold">{item.name}</p>
  return (
    <Link to={productPath(item.productId)} className="font-semibold hover:text-lotus hover:underline">
      {item.name}
    </Link>
  )
}

/** Promotions, delivery and fees, where they change the total. */
function Extras({ order }: { order: Order }) {
  const extras = extraLines(order)
  if (extras.length === 0) return null
  return (
    <ul className="grid gap-1 border-t border-line py-3">
      {extras.map(({ code, label, amount }) => (
        <li key={code + label} className="flex flex-wrap justify-between gap-x-4">
          {label} <Money amount={amount} className="ms-auto" />
        </li>
      ))}
    </ul>
  )
}

/** The ordered items with picture, price, quantity and line total, and the total of the order. */
export function OrderLines({
  order,
  linked = false,
  className,
  lineClassName,
  totalClassName,
}: OrderLinesProps) {
  return (
    <>
      <ul className={cx('divide-y divide-line', className)}>
        {order.orderedItems.map((item) => (
          <li
            key={item.productId}
            className={cx('flex flex-wrap items-center gap-x-4 gap-y-1', lineClassName)}
          >
            <ProductImage src={item.image} alt="" sizes="4rem" className="!w-14 flex-none rounded-tag" />
            <div className="min-w-0 flex-1 basis-36">
              <ItemName item={item} linked={linked} />
              <p className="text-sm text-cocoa tabular-nums">
                <Money amount={item.price} /> × {item.quantity}
              </p>
            </div>
            <div className="ms-auto text-end font-semibold whitespace-nowrap tabular-nums">
              <p>{formatCents(lineTotalCents(item.price, item.quantity))}</p>
              <LineDiscount amount={item.discount} />
            </div>
          </li>
        ))}
      </ul>
      <Extras order={order} />
      <p
        className={cx(
          'flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line font-semibold',
          totalClassName,
        )}
      >
        Total <Money amount={order.total} />
      </p>
      <VatLine vat={order.vat} className="text-end" />
    </>
  )
}

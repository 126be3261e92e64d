import type { Order } from '@/api/types'
import { extraLines } from '@/features/orders/extra-lines'
import { formatInteger } from '@/lib/integer'
import { formatCents, formatMoney, lineTotalCents } from '@/lib/money'
import { ProductImage } from '@/ui/image'

/** The order's items with pictures, what is charged besides, and the total. */
export function OrderItems({ order }: { order: Order }) {
  const extras = extraLines(order)
  return (
    <section aria-label="Items">
      <ul className="divide-y divide-line border-y border-line">
        {order.orderedItems.map((item) => (
          <li key={item.productId} className="flex items-center gap-4 py-3">
            <div className="w-14 flex-none overflow-hidden rounded-input">
              <ProductImage src={item.image ?? ''} alt="" sizes="56px" />
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{item.name}</p>
              <p className="text-sm text-cocoa tabular-nums">
                {formatMoney(item.price)} × {formatInteger(item.quantity)}
              </p>
            </div>
            <p className="font-semibold whitespace-nowrap tabular-nums">
              {formatCents(lineTotalCents(item.price, item.quantity))}
            </p>
          </li>
        ))}
      </ul>
      {extras.length > 0 && (
        <ul className="grid gap-1 border-b border-line py-3 tabular-nums">
          {extras.map(({ code, label, amount }) => (
            <li key={code + label} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">{label}</span>
              <span className="whitespace-nowrap">{formatMoney(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex items-baseline justify-between gap-4 pt-3 text-lg font-semibold tabular-nums">
        <span>Total</span>
        <span>{formatMoney(order.total)}</span>
      </p>
    </section>
  )
}

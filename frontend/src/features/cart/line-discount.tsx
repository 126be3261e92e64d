import { formatMoney } from '@/lib/money'
import type { PricedLine } from './priced-lines'

/** The line's part of a promotion, which holds for the quantity of the quote. */
export function LineDiscount({ item, quantity }: Pick<PricedLine, 'item' | 'quantity'>) {
  if (item === undefined || item.discount === 0 || item.quantity !== quantity) return null
  return (
    <p className="text-sm text-cinnamon">
      <span className="sr-only">Promotion </span>
      {formatMoney(-item.discount)}
    </p>
  )
}

import { formatMoney } from '@/lib/money'
import { cx } from './cx'

const SIZES = { sm: 'text-base', md: 'text-lg', lg: 'text-3xl' } as const

type PriceProps = {
  /** The present price in LKR. */
  current: number
  /** The former price in LKR; shown struck through when higher. */
  original?: number | undefined
  size?: keyof typeof SIZES
  className?: string
}

/** A price, with a higher former price struck through. */
export function Price({ current, original, size = 'md', className }: PriceProps) {
  const reduced = original !== undefined && original > current
  return (
    <p className={cx('flex flex-wrap items-baseline gap-x-2.5 tabular-nums', className)}>
      <span className={cx('font-semibold', SIZES[size], reduced && 'text-cinnamon')}>
        {reduced && <span className="sr-only">Current price </span>}
        {formatMoney(current)}
      </span>
      {reduced && (
        <s className={cx('text-cocoa', size === 'lg' ? 'text-lg' : 'text-sm')}>
          <span className="sr-only">Original price </span>
          {formatMoney(original)}
        </s>
      )}
    </p>
  )
}

/** What a promotion takes off a line, below its total; nothing without one. */
export function LineDiscount({ amount }: { amount: number }) {
  if (amount === 0) return null
  return (
    <p className="text-sm font-normal text-cinnamon">
      <span className="sr-only">Promotion </span>
      {formatMoney(-amount)}
    </p>
  )
}

/** An amount in running text or a table cell. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  return <span className={cx('whitespace-nowrap tabular-nums', className)}>{formatMoney(amount)}</span>
}

import { cx } from './cx'

/** A rating from 0 to 5 in half steps, as one element; its size follows the text's. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const shown = Math.min(5, Math.max(0, Math.round(rating * 2) / 2))
  return (
    <span
      role="img"
      aria-label={`Rated ${shown} out of 5`}
      data-rating={shown}
      className={cx('stars', className)}
    />
  )
}

import { ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { useCartCount } from '@/features/cart/store'
import { cx } from '@/ui/cx'

/** On wide windows the link floats beside the text. */
const FLOATING =
  'lg:fixed lg:end-4 lg:bottom-4 lg:z-30 lg:m-0 lg:size-16 lg:flex-col lg:gap-0.5 lg:rounded-full lg:border-0 lg:bg-ink lg:text-sm lg:leading-tight lg:text-white lg:shadow-lift lg:hover:bg-lotus-deep lg:hover:text-white'
const NARROW = {
  /** A sticky bar at the bottom of the window, with its own space at the end of the page. */
  bar: 'sticky bottom-0 z-30 -mx-[clamp(1rem,4vw,2rem)] min-h-12 gap-4 border-t border-line bg-paper',
  /** Inside another bar. */
  inBar: 'tap -ms-2 flex-none flex-col gap-0.5 rounded-input text-xs leading-none',
}

/** A cart link that is always visible and covers no text: on narrow windows it is part of a bar. */
export function FloatingCartLink({ narrow = 'bar' }: { narrow?: keyof typeof NARROW }) {
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      className={cx(
        'flex items-center justify-center font-semibold transition-colors hover:text-lotus',
        NARROW[narrow],
        FLOATING,
      )}
    >
      <span className="relative lg:static">
        <ShoppingBag aria-hidden size={20} strokeWidth={1.75} />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -end-4 -top-3 min-w-6 rounded-full border-2 border-paper bg-lotus px-1 text-center text-xs leading-5 text-white tabular-nums lg:-end-1 lg:-top-1"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      Cart
    </Link>
  )
}

import { ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { useCartCount } from '@/features/cart/store'
import { cx } from '@/ui/cx'

/** The way to the cart, always at hand. */
export function FloatingCartLink({ className }: { className?: string }) {
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      className={cx(
        'fixed end-4 z-30 inline-flex min-h-14 items-center gap-2.5 rounded-full bg-ink px-6 font-semibold text-white shadow-lift transition-colors hover:bg-lotus-deep sm:end-6',
        className ?? 'bottom-4 sm:bottom-6',
      )}
    >
      <ShoppingBag aria-hidden size={20} strokeWidth={1.75} />
      Cart
      {count > 0 && (
        <span
          aria-hidden
          className="-me-2 min-w-6 rounded-full bg-white px-1.5 text-center text-sm leading-6 text-ink tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}

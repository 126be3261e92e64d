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
        'fixed end-4 z-30 flex size-16 flex-col items-center justify-center gap-0.5 rounded-full bg-ink text-sm leading-tight font-semibold text-white shadow-lift transition-colors hover:bg-lotus-deep',
        className ?? 'bottom-4',
      )}
    >
      <ShoppingBag aria-hidden size={20} strokeWidth={1.75} />
      Cart
      {count > 0 && (
        <span
          aria-hidden
          className="absolute -end-1 -top-1 min-w-6 rounded-full border-2 border-paper bg-lotus px-1 text-center text-xs leading-5 text-white tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}

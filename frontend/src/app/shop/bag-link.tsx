import { ShoppingBag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { useCartCount } from '@/features/cart/store'
import { useHydrated } from '@/lib/use-hydrated'
import { CART_PATH } from '../nav-links'

const itemCount = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/** Delay of the announcement in ms: a screen reader ignores the page until an open dialog has closed. */
const SAY_AFTER_MS = 600

/** The link to the cart with the number of items; announces changes, but not the first count. */
export function BagLink() {
  const count = useCartCount()
  const hydrated = useHydrated()
  const before = useRef<number | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    // The stored cart appears after hydration: not a change.
    if (!hydrated) return
    const isNews = before.current !== null && before.current !== count
    before.current = count
    if (!isNews) return
    const timer = setTimeout(() => setNews(`Cart: ${itemCount(count)}`), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hydrated, count])
  return (
    <>
      <NavLink
        to={CART_PATH}
        aria-label={`Cart, ${itemCount(count)}`}
        className="tap relative -me-2.5 inline-flex items-center justify-center rounded-full transition-colors hover:bg-shell aria-[current=page]:text-lotus"
      >
        <ShoppingBag aria-hidden size={22} strokeWidth={1.75} />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute end-0 top-0.5 min-w-5 rounded-full bg-lotus px-1 text-center text-xs leading-5 font-bold text-white tabular-nums"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </NavLink>
      <span role="status" className="sr-only">
        {news}
      </span>
    </>
  )
}

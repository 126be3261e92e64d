import { ShoppingBag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { useCartCount } from '@/features/cart/store'
import { useHydrated } from '@/lib/use-hydrated'
import { CART_PATH } from '../nav-links'

const inWords = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/** What is said while a window is open over the page nobody hears: it closes first. In ms. */
const SAY_AFTER_MS = 600

/** The way to the cart, with how many pieces it holds; a change is announced, the first count is not. */
export function BagLink() {
  const count = useCartCount()
  const hydrated = useHydrated()
  const before = useRef<number | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    // The kept cart appears when the server's markup has been taken up: that is no news.
    if (!hydrated) return
    const isNews = before.current !== null && before.current !== count
    before.current = count
    if (!isNews) return
    const timer = setTimeout(() => setNews(`Cart: ${inWords(count)}`), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hydrated, count])
  return (
    <>
      <NavLink
        to={CART_PATH}
        aria-label={`Cart, ${inWords(count)}`}
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

import { type RefObject, useEffect, useState } from 'react'
import { formatMoney } from '@/lib/money'
import { cx } from '@/ui/cx'
import { BuyButtons, type BuyButtonsProps } from './buy-buttons'
import { FloatingCartLink } from './floating-cart-link'

const HALF = 0.5

/** True while less than half of `target` is visible; false until it is measured. */
function useOutOfSight(target: RefObject<HTMLElement | null>): boolean {
  const [out, setOut] = useState(false)
  useEffect(() => {
    const element = target.current
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setOut((entry?.intersectionRatio ?? 1) < HALF), {
      threshold: HALF,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  return out
}

/**
 * On narrow windows a sticky bar at the bottom while the page's own buttons are out of sight; its space is always reserved. On
 * wide windows only the floating cart link is shown.
 */
export function BuyBar({ buttons, ...buy }: BuyButtonsProps & { buttons: RefObject<HTMLElement | null> }) {
  const shown = useOutOfSight(buttons)
  const soldOut = buy.product.stock <= 0
  return (
    <div
      className={cx(
        'z-30 max-lg:sticky max-lg:bottom-0 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:transition-[translate,opacity,visibility] max-lg:duration-250',
        !shown && 'max-lg:invisible max-lg:translate-y-full max-lg:opacity-0',
      )}
    >
      <div className="container-page flex flex-wrap items-center gap-2 py-2 sm:gap-4 lg:contents">
        <FloatingCartLink narrow="inBar" />
        <p className="min-w-0 text-sm leading-snug font-semibold tabular-nums sm:text-base lg:hidden">
          <span className="block">{formatMoney(buy.product.lastPrice)}</span>
          {soldOut && <span className="block text-xs text-warning">Sold out for now</span>}
        </p>
        <BuyButtons {...buy} compact className="flex-1 lg:hidden" />
      </div>
    </div>
  )
}

import { type RefObject, useEffect, useState } from 'react'
import { formatMoney } from '@/lib/money'
import { cx } from '@/ui/cx'
import { BuyButtons, type BuyButtonsProps } from './buy-buttons'

/** False while `target` is in the window; true before that is known, so that nothing shows too early. */
function useOutOfSight(target: RefObject<HTMLElement | null>): boolean {
  const [out, setOut] = useState(false)
  useEffect(() => {
    const element = target.current
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setOut(entry?.isIntersecting === false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  return out
}

/** On phones, at the bottom of the window while the page's own buttons are out of sight. Its place is always kept. */
export function BuyBar({ buttons, ...buy }: BuyButtonsProps & { buttons: RefObject<HTMLElement | null> }) {
  const shown = useOutOfSight(buttons)
  return (
    <div
      className={cx(
        'sticky bottom-0 z-30 border-t border-line bg-paper transition-[translate,opacity,visibility] duration-250 lg:hidden',
        !shown && 'invisible translate-y-full opacity-0',
      )}
    >
      <div className="container-page flex items-center gap-4 py-3">
        <p className="hidden font-semibold tabular-nums sm:block">{formatMoney(buy.product.lastPrice)}</p>
        <BuyButtons {...buy} compact className="flex-1" />
      </div>
    </div>
  )
}

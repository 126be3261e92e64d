import { useRef } from 'react'
import type { Order } from '@/api/types'
import { ReturnDetails } from './return-details'

/** The returns of an order in its dialog, the newest first; nothing where there is none. */
export function OrderReturns({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (order.returns.length === 0) return null
  return (
    <section aria-label="Returns" className="border-t border-line pt-6">
      <h3 ref={heading} tabIndex={-1} className="font-display text-xl">
        Returns
      </h3>
      <ul className="divide-y divide-line">
        {[...order.returns].reverse().map((one) => (
          <li key={one.returnId} className="py-4 last:pb-0">
            <ReturnDetails order={order} of={one} onDone={() => heading.current?.focus()} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// What the checkout says beside the button that orders.
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { upperLimit } from '@/lib/limits'
import { useOnline } from '@/lib/use-online'
import { Button, ButtonLink } from '@/ui/button'
import type { CheckoutBasket } from './use-basket'

/** The notice for more lines than an order accepts. */
export function TooMany({ lines }: { lines: number }) {
  const limit = upperLimit('cartLines')
  if (lines <= limit) return null
  return (
    <div role="alert" className="mb-6 rounded-input bg-warning-wash px-4 py-3">
      <p className="font-semibold">
        One order takes at most {limit} different products, and here are {lines}.
      </p>
      <p className="mt-1">
        Please take {lines - limit === 1 ? '1 product' : `${lines - limit} products`} out of the cart, and
        order {lines - limit === 1 ? 'it' : 'them'} afterwards.
      </p>
      <ButtonLink to="/cart" variant="secondary" size="sm" className="mt-3">
        Back to cart
      </ButtonLink>
    </div>
  )
}

/** In the place of the button that orders: another tab has changed or ordered the cart, which would be ordered twice. */
export function CartChanged({
  overtaken: { isEmpty, takeCart, keepBasket },
}: {
  overtaken: NonNullable<CheckoutBasket['overtaken']>
}) {
  return (
    <div role="alert" className="rounded-card bg-warning-wash p-5">
      <p className="font-semibold">
        {isEmpty
          ? 'Your cart was ordered or emptied in another tab.'
          : 'Your cart was changed in another tab.'}
      </p>
      <p className="mt-1">
        {isEmpty
          ? 'Please look at your orders first, so that nothing is ordered twice.'
          : 'What you see here is your cart as it was before.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isEmpty ? (
          <ButtonLink to="/orders">View your orders</ButtonLink>
        ) : (
          <Button onClick={takeCart}>Use the present cart</Button>
        )}
        <Button variant="secondary" onClick={keepBasket}>
          Order these items all the same
        </Button>
      </div>
    </div>
  )
}

const AGAIN = 'You can safely try again: nothing is ordered twice.'

/** The outcome of the last press of the button: why no order was placed, or that the outcome is unknown. Stays next to the button. */
export function NotPlaced({ problem, unanswered }: { problem: string | null; unanswered: boolean }) {
  const online = useOnline()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== null) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={place} className="scroll-mt-28 scroll-mb-6">
      {(problem !== null || unanswered) && (
        <div role="alert" className="mb-4 flex gap-3 rounded-input bg-error-wash px-4 py-3">
          <CircleAlert aria-hidden size={20} className="mt-0.5 flex-none text-error" />
          <div className="grid gap-1">
            {problem !== null && <p className="font-semibold">{problem}</p>}
            {(unanswered || !online) && (
              <p>
                {online ? 'We did not hear back about your last try.' : 'You are offline.'} {AGAIN}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

import { Button, ButtonLink } from '@/ui/button'
import type { CheckoutBasket } from './use-basket'

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

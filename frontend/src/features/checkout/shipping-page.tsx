import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { sessionToken, useSession } from '@/api/session'
import { CouponField } from '@/features/promotions/coupon-field'
import { PromotionHints } from '@/features/promotions/hints'
import { AcceptedPages } from '@/features/terms/accepted-pages'
import { upperLimit } from '@/lib/limits'
import { Button } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { ExplainTotal } from '@/ui/explain-total'
import { OrderSummary } from '@/ui/order-summary'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { toast } from '@/ui/toast'
import { ChangeNotice } from './change-notice'
import { CheckoutItems } from './checkout-items'
import { CartChanged, NotPlaced, TooMany } from './checkout-notices'
import { ShippingDetails } from './shipping-details'
import { TrustLines } from './trust-lines'
import { type CheckoutBasket, useBasket } from './use-basket'
import { useCheckout } from './use-checkout'
import { blockingReason, type CheckoutProps, useOffer } from './use-offer'

export const TITLE = 'Checkout'

function Checkout({
  overtaken,
  isOvertakenNow,
  ...props
}: CheckoutProps & Pick<CheckoutBasket, 'overtaken' | 'isOvertakenNow'>) {
  const { basket, adjust } = props
  const offer = useOffer(props)
  const { terms, choice, options, quoted, isPickup } = offer
  const { lines, quote, stale, failure, retry, retrying } = quoted
  const checkout = useCheckout(props, offer)
  const { busy, change, clearChange, unanswered, problem, setProblem, submit, askToLogIn } = checkout
  const counting = choice.waiting || (failure === null && (stale || quote === undefined))

  const onAdjust = (productId: string, quantity: number) => {
    clearChange()
    adjust(productId, quantity)
  }
  const onSubmit = () => {
    if (isOvertakenNow()) return
    if (sessionToken() === null) return askToLogIn()
    const reason = blockingReason(offer, basket.items.length)
    if (reason !== null) return setProblem(reason)
    if (quote !== undefined) submit(basket.items, quote.total)
  }
  const onAccept = (total: number) => {
    if (change === null || isOvertakenNow()) return
    for (const { productId, quantity } of basket.items) {
      const left = change.items.find((item) => item.productId === productId)?.quantity ?? 0
      if (left !== quantity) adjust(productId, left)
    }
    checkout.accept(total)
  }

  return (
    <form
      noValidate
      aria-label="Checkout"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_25rem] lg:grid-rows-[auto_auto_1fr] xl:gap-x-14"
    >
      <div className="min-w-0">
        <TooMany lines={basket.items.length} />
        <CheckoutItems lines={lines} loading={failure === null} onAdjust={onAdjust} />
        {failure !== null && basket.items.length <= upperLimit('cartLines') && (
          <div className="mt-6">
            <ErrorNotice message={failure} onRetry={retry} pending={retrying} />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <ShippingDetails offer={offer} />
      </div>
      <OrderSummary
        quote={quote}
        failed={failure !== null}
        stale={stale}
        className="min-w-0 lg:sticky lg:top-[calc(var(--spacing-header)+4.5rem)] lg:col-start-2 lg:row-span-3 lg:row-start-1"
      >
        <PromotionHints quote={quote} />
        <CouponField coupon={quote?.coupon} stale={stale} failed={failure !== null} onChange={clearChange} />
        <ExplainTotal lines={quote?.explanation ?? []} stale={stale} inList />
        <TrustLines terms={terms} isPickup={isPickup} />
      </OrderSummary>
      <div className="min-w-0">
        <AcceptedPages act="ordering" className="mb-4 text-sm text-cocoa" />
        {!busy && overtaken === null && <NotPlaced problem={problem} unanswered={unanswered} />}
        {overtaken !== null && !busy ? (
          <CartChanged overtaken={overtaken} />
        ) : change === null ? (
          <Button
            type="submit"
            size="lg"
            block
            pending={busy || counting}
            pendingLabel={busy ? 'Placing your order...' : 'Working out the total...'}
          >
            Proceed to Checkout
          </Button>
        ) : (
          <ChangeNotice
            change={change}
            options={options}
            busy={busy}
            counting={counting}
            onAccept={onAccept}
          />
        )}
      </div>
    </form>
  )
}

/** Redirects to the cart when the basket is empty. */
function NothingToOrder() {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error('There Are No Items In The Cart')
    void navigate('/cart', { replace: true })
  }, [navigate])
  return null
}

/** The owner of the form. `form` changes with it, except when a guest has logged in meanwhile. */
function useFormOwner(): { owner: string | null; form: number } {
  const email = useSession().user?.email ?? null
  const [formOwner, setFormOwner] = useState({ owner: email, form: 0 })
  if (email !== null && email !== formOwner.owner) {
    setFormOwner({ owner: email, form: formOwner.form + (formOwner.owner === null ? 0 : 1) })
  }
  return formOwner
}

export function ShippingPage() {
  const checkout = useBasket()
  const { owner, form } = useFormOwner()
  return (
    <Page title="Checkout">
      <PageMeta title={TITLE} />
      {checkout.basket.items.length === 0 ? (
        <NothingToOrder />
      ) : (
        <Checkout key={form} formOwner={owner} {...checkout} />
      )}
    </Page>
  )
}

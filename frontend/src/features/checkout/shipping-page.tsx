import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { sessionToken, useSession } from '@/api/session'
import { useQuotedLines } from '@/features/cart/use-quoted-lines'
import { upperLimit } from '@/lib/limits'
import { Button, ButtonLink } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { OrderSummary } from '@/ui/order-summary'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { toast } from '@/ui/toast'
import { ChangeNotice } from './change-notice'
import { CheckoutItems } from './checkout-items'
import type { Basket } from './saved-checkout'
import { ShippingFields } from './shipping-fields'
import { useBasket } from './use-basket'
import { useCheckout } from './use-checkout'

export const TITLE = 'Checkout'

const TOO_MANY = 'There are too many different products for one order.'

/** The notice for more lines than an order accepts. */
function TooMany({ lines }: { lines: number }) {
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

function LostAnswer() {
  return (
    <p role="status" className="mb-5 rounded-input bg-info-wash px-4 py-3 text-info">
      We did not hear back about your last try. You can safely try again: nothing is ordered twice.
    </p>
  )
}

type CheckoutProps = {
  /** The account for which the form is filled in; null: a guest. */
  typist: string | null
  basket: Basket
  adjust: (productId: string, quantity: number) => void
}

function Checkout({ typist, basket, adjust }: CheckoutProps) {
  const onVanished = useCallback(
    (productId: string, name: string) => {
      adjust(productId, 0)
      toast.info(`${name} is no longer sold and was removed from your order.`)
    },
    [adjust],
  )
  const { lines, quote, stale, failure, retry, retrying } = useQuotedLines(basket.items, onVanished)
  const checkout = useCheckout(typist, basket, quote, onVanished)
  const { form, busy, change, clearChange, unanswered, submit, askToLogIn } = checkout
  const { errors } = form.formState
  const counting = failure === null && (stale || quote === undefined)
  const unknown = failure === null ? undefined : null

  const onAdjust = (productId: string, quantity: number) => {
    clearChange()
    adjust(productId, quantity)
  }
  const onSubmit = () => {
    if (sessionToken() === null) return askToLogIn()
    if (basket.items.length > upperLimit('cartLines')) return toast.error(TOO_MANY)
    if (quote === undefined) return toast.error(failure ?? '')
    if (lines.some(({ short }) => short)) {
      return toast.error('Please adjust the items that are short in stock.')
    }
    submit(basket.items, quote.total)
  }
  const onAccept = (total: number) => {
    if (change === null) return
    for (const { productId, quantity } of basket.items) {
      const left = change.items.find((item) => item.productId === productId)?.quantity ?? 0
      if (left !== quantity) adjust(productId, left)
    }
    submit(change.items, total)
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_27rem] lg:gap-14">
      <div className="min-w-0 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)]">
        <TooMany lines={basket.items.length} />
        <CheckoutItems lines={lines} loading={failure === null} onAdjust={onAdjust} />
        {failure !== null && basket.items.length <= upperLimit('cartLines') && (
          <div className="mt-6">
            <ErrorNotice message={failure} onRetry={retry} pending={retrying} />
          </div>
        )}
      </div>
      <OrderSummary
        labeledTotal={quote?.labeledTotal ?? unknown}
        total={quote?.total ?? unknown}
        stale={stale}
      >
        <form
          noValidate
          aria-labelledby="shipping-details"
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
          className="mt-7 border-t border-line pt-6"
        >
          <h2 id="shipping-details" className="mb-4 font-display text-2xl">
            Shipping Details
          </h2>
          {unanswered && !busy && <LostAnswer />}
          <ShippingFields register={form.register} errors={errors} />
          {change === null ? (
            <Button
              type="submit"
              size="lg"
              block
              className="mt-6"
              pending={busy || counting}
              pendingLabel={busy ? 'Placing your order...' : 'Working out the total...'}
            >
              Proceed to Checkout
            </Button>
          ) : (
            <ChangeNotice change={change} pending={busy} onAccept={onAccept} />
          )}
        </form>
      </OrderSummary>
    </div>
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
function useTypist(): { owner: string | null; form: number } {
  const email = useSession().user?.email ?? null
  const [typist, setTypist] = useState({ owner: email, form: 0 })
  if (email !== null && email !== typist.owner) {
    setTypist({ owner: email, form: typist.form + (typist.owner === null ? 0 : 1) })
  }
  return typist
}

export function ShippingPage() {
  const { basket, adjust } = useBasket()
  const { owner, form } = useTypist()
  return (
    <Page title="Checkout">
      <PageMeta title={TITLE} />
      {basket.items.length === 0 ? (
        <NothingToOrder />
      ) : (
        <Checkout key={form} typist={owner} basket={basket} adjust={adjust} />
      )}
    </Page>
  )
}

import { ShieldCheck, ShoppingBag } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCoupon } from '@/features/promotions/coupon'
import { CouponField } from '@/features/promotions/coupon-field'
import { PromotionHints } from '@/features/promotions/hints'
import { TermsList } from '@/features/terms/terms-list'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorNotice } from '@/ui/error-notice'
import { ExplainTotal } from '@/ui/explain-total'
import { OrderSummary } from '@/ui/order-summary'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'
import { toast } from '@/ui/toast'
import { CartLine } from './cart-line'
import { NO_OPTIONS } from './queries'
import { maxLines, useCart } from './store'
import { useQuotedLines } from './use-quoted-lines'

export const TITLE = 'Cart'

function EmptyCart() {
  return (
    <EmptyState
      icon={ShoppingBag}
      title="Your cart is empty."
      className="py-section"
      action={
        <ButtonLink to="/products" className="mt-2">
          Browse products
        </ButtonLink>
      }
    >
      Find a scent, a serum or a shade you like, and it will wait for you here.
    </EmptyState>
  )
}

/** Delivery, payment and returns, and that nothing is added later. */
function Promises() {
  return (
    <TermsList className="mt-5 text-cocoa">
      <li className="flex gap-3">
        <ShieldCheck aria-hidden size={20} strokeWidth={1.5} className="flex-none text-lagoon" />
        You see the final total before you order
      </li>
    </TermsList>
  )
}

/** What to take out of a cart, kept from earlier times, that holds more than an order takes; null where all of it fits. */
function tooManySentence(lines: number): string | null {
  const most = maxLines()
  const over = lines - most
  if (over <= 0) return null
  return `An order takes at most ${most} different products. Please take ${over} out of your cart to go on.`
}

function FilledCart() {
  const navigate = useNavigate()
  const wanted = useCart((cart) => cart.lines)
  const { setQuantity, remove } = useCart.getState()
  const list = useRef<HTMLUListElement>(null)
  const onVanished = useCallback(
    (productId: string, name: string) => {
      remove(productId)
      toast.info(`${name} is no longer sold and was removed from your cart.`)
    },
    [remove],
  )
  const { code } = useCoupon()
  const options = useMemo(() => (code === null ? NO_OPTIONS : { couponCode: code }), [code])
  const { lines, quote, stale, failure, retry, retrying } = useQuotedLines(wanted, onVanished, options)

  const anyShort = lines.some(({ short }) => short)
  const removeLine = (productId: string) => {
    // The focused button disappears with its line: the list receives the focus.
    list.current?.focus({ preventScroll: true })
    remove(productId)
  }
  const tooMany = tooManySentence(wanted.length)
  const checkOut = () => {
    if (tooMany !== null) {
      toast.error(tooMany)
      list.current?.focus()
      return
    }
    const firstShort = lines.findIndex(({ short }) => short)
    if (firstShort >= 0) {
      toast.error('Please adjust the items that are short in stock.')
      list.current?.children[firstShort]?.querySelector<HTMLElement>('.bg-warning-wash button')?.focus()
      return
    }
    void navigate('/shipping', { state: { items: wanted, fromCart: true } })
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-12">
      <div className="min-w-0">
        {failure !== null && (
          <div className="mb-6">
            <ErrorNotice message={failure} onRetry={retry} pending={retrying} />
          </div>
        )}
        {/* A scroll area of its own on wide screens: reachable by keyboard. */}
        <ul
          ref={list}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be scrollable without a mouse
          tabIndex={0}
          aria-label="Items in your cart"
          className="divide-y divide-line rounded-input md:max-h-[max(26rem,calc(100dvh-17rem))] md:overflow-y-auto md:pe-4"
        >
          {lines.map((line) => (
            <CartLine
              key={line.productId}
              line={line}
              loading={failure === null}
              onQuantity={(quantity) =>
                quantity <= 0 ? removeLine(line.productId) : setQuantity(line.productId, quantity)
              }
              onRemove={() => removeLine(line.productId)}
            />
          ))}
        </ul>
        <Link
          to="/products"
          className="mt-4 inline-flex min-h-11 items-center font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
        >
          Continue shopping
        </Link>
      </div>
      <OrderSummary
        quote={quote}
        failed={failure !== null}
        stale={stale}
        className="lg:sticky lg:top-[calc(var(--spacing-header)+4.5rem)]"
      >
        <PromotionHints quote={quote} />
        <CouponField coupon={quote?.coupon} stale={stale} failed={failure !== null} />
        <ExplainTotal lines={quote?.explanation ?? []} stale={stale} inList />
        {tooMany !== null && <p className="mt-4 text-sm font-semibold text-warning">{tooMany}</p>}
        {anyShort && (
          <p className="mt-4 text-sm font-semibold text-warning">
            Some items are short in stock. Adjust them to go on.
          </p>
        )}
        <Button size="lg" block className="mt-6" onClick={checkOut}>
          Proceed to Checkout
        </Button>
        <Promises />
      </OrderSummary>
    </div>
  )
}

export function CartPage() {
  const isEmpty = useCart((cart) => cart.lines.length === 0)
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    // The last line had the focus: the title receives it.
    if (isEmpty && !wasEmpty.current) document.querySelector<HTMLElement>('main')?.focus()
    wasEmpty.current = isEmpty
  }, [isEmpty])
  return (
    <Page title="Cart">
      <PageMeta title={TITLE} />
      {isEmpty ? <EmptyCart /> : <FilledCart />}
    </Page>
  )
}

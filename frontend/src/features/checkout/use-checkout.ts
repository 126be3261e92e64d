// The checkout: requires a session, sends the order and handles the answers.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { isCurrentSession } from '@/api/current-session'
import { ApiError, firstFieldErrors } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import { currentUser, sessionToken, useSession } from '@/api/session'
import type { OrderedItem, Quote } from '@/api/types'
import { addressQueries } from '@/features/addresses/queries'
import { pricedLines } from '@/features/cart/priced-lines'
import { unavailableProducts } from '@/features/cart/unavailable-products'
import { orderQueries } from '@/features/orders/queries'
import { codeToSend, removeCoupon, spendCoupon } from '@/features/promotions/coupon'
import { randomId } from '@/lib/random-id'
import { toast } from '@/ui/toast'
import { isToPayOnline, useKeepAddress, usePayOnline } from './after-order'
import { missingChanges } from './missing-changes'
import { type Change, changeFromRefusal } from './order-change'
import { addressToKeep, type OrderInput, orderRequest } from './order-request'
import { isMethodRefused, showRefusedFields } from './refused-fields'
import { hasUnanswered, onAttemptChange, reserveKey } from './saved-attempt'
import { type Basket, clearBasket, saveDetails, saveOrderId } from './saved-checkout'
import { BLANK_SHIPPING, type ShippingValues } from './shipping-values'
import type { CheckoutProps, Offer } from './use-offer'
import { isUnanswered, type Placed, useOrderAttempt } from './use-order-attempt'

const FAILED = 'Failed to place order. Please try again.'
const NO_DETAILS = 'Please fill in all shipping details.'
const ADDRESS_GONE = 'The address that you chose is no longer saved. Please choose another one.'
const OVERTAKEN = {
  price: 'Your order was not placed: prices changed. Please check the new total.',
  stock: 'Your order was not placed: stock changed. Please check your items.',
  coupon: 'Your order was not placed: the coupon does not apply any more.',
}
const NO_LOGIN = 'You need to log in to place an order.'

/** Whether an earlier order has another basket than this checkout. There is one cart, which still has the rest. */
const isAnother = ({ bought, earlier }: Placed, basket: Basket, items: readonly OrderedItem[]): boolean =>
  earlier && !(bought.fromCart && basket.fromCart) && JSON.stringify(bought.items) !== JSON.stringify(items)

function useFinish(basket: Basket) {
  const navigate = useNavigate()
  const client = useQueryClient()
  /** True when the checkout is complete; false after an earlier order, with this basket still to be ordered. */
  return (placed: Placed, input: OrderInput): boolean => {
    const { order, earlier, retried } = placed
    for (const { code } of order.promotions) spendCoupon(code)
    client.setQueryData(orderQueries.detail(order.orderId).queryKey, order)
    if (isAnother(placed, basket, input.items)) {
      toast.info(
        `Your earlier order ${order.orderId} had gone through. What you see here is not ordered yet.`,
      )
      return false
    }
    clearBasket()
    saveOrderId(order.orderId)
    const missing = retried ? missingChanges(order, input) : []
    // The customer reads what is missing before they pay.
    const goesToPay = isToPayOnline(order) && missing.length === 0
    if (earlier) toast.info('Your earlier order had gone through after all. Nothing was ordered twice.')
    if (!goesToPay) {
      const state = { orderId: order.orderId, ...(missing.length > 0 && { missing }) }
      void navigate('/order-success', { replace: true, state })
    }
    return true
  }
}

/** What the next checkout in this tab begins with: all choices open, and the typed address unless there are saved ones. */
const afterOrder = (
  { name, phone, address, city, postalCode, district }: ShippingValues,
  hasSaved: boolean,
): ShippingValues => ({
  ...BLANK_SHIPPING,
  name,
  phone,
  ...(!hasSaved && { address, city, postalCode, district }),
})

/**
 * The change that waits to be accepted. It holds for the lines and options `basedOn` only: given up when they change, also while the order is sent,
 * which a notice then says instead.
 */
function useChange(basedOn: string) {
  const [kept, setKept] = useState<{ change: Change; basedOn: string } | null>(null)
  if (kept !== null && kept.basedOn !== basedOn) setKept(null)
  const shown = useRef(basedOn)
  useEffect(() => {
    shown.current = basedOn
  }, [basedOn])
  return {
    change: kept?.change ?? null,
    setChange: (change: Change | null) => {
      if (change !== null && shown.current !== basedOn) toast.error(OVERTAKEN[change.kind])
      else setKept(change && { change, basedOn })
    },
  }
}

/** Whether an answer to an order of `owner` was lost, also in another tab. From now on the cart has the key of its order. */
function useUnanswered(owner: string, fromCart: boolean) {
  const [unanswered, setUnanswered] = useState(() => hasUnanswered(owner, Date.now()))
  useEffect(() => {
    if (owner === '') return
    if (fromCart) reserveKey(owner, Date.now())
    return onAttemptChange(() => setUnanswered(hasUnanswered(owner, Date.now())))
  }, [owner, fromCart])
  return { unanswered, setUnanswered }
}

/** Sends the order of a basket, for what the form and the shop offer. */
export function useCheckout({ formOwner, basket }: CheckoutProps, offer: Offer) {
  const { form, choice, options, needsDistrict, onVanished } = offer
  const { quote } = offer.quoted
  const saved = choice.chosen
  const hasSaved = choice.addresses.length > 0
  const navigate = useNavigate()
  const client = useQueryClient()
  const keepAddress = useKeepAddress()
  const payOnline = usePayOnline()
  const attempt = useOrderAttempt()
  const finish = useFinish(basket)
  const { couponCode: _, ...choices } = options
  const { change, setChange } = useChange(JSON.stringify([choices, saved?.addressId]))
  const [done, setDone] = useState(false)
  /** Why the last press of the button placed no order, for as long as nobody presses again. */
  const [problem, setProblem] = useState<string | null>(null)
  const owner = useSession().user?.email ?? ''
  const { unanswered, setUnanswered } = useUnanswered(owner, basket.fromCart)

  const askToLogIn = () => {
    toast.error(NO_LOGIN)
    const ticket = formOwner === null ? randomId() : null
    if (ticket !== null) saveDetails(null, form.getValues(), ticket)
    const { items, fromCart } = basket
    const state = { nextState: { items, fromCart, ...(ticket !== null && { ticket }) } }
    // Replaces this history entry: the login returns to the checkout, which must not be in the history twice.
    void navigate('/login?next=/shipping', { replace: true, state })
  }

  const refused = (error: unknown, items: readonly OrderedItem[], shown: Quote) => {
    setUnanswered(isUnanswered(error))
    if (error instanceof ApiError && error.status === 401) return askToLogIn()
    const found = changeFromRefusal(error, items, shown)
    if (found !== null) return setChange(found)
    const gone = unavailableProducts(error, items)
    if (gone.length > 0) {
      const lines = pricedLines(items, [shown])
      const nameOf = (id: string) => lines.find(({ productId }) => productId === id)?.item?.name ?? id
      for (const id of gone) onVanished(id, nameOf(id))
      return
    }
    // The reason of a limit says what to do; trying again does not help.
    setProblem(hasCode(error, 'order.new_customer_limit') ? error.message : FAILED)
    if (firstFieldErrors(error).addressId !== undefined) toast.info(ADDRESS_GONE)
    showRefusedFields(error, form.setError)
    if (isMethodRefused(error)) void client.invalidateQueries({ queryKey: ['quote'] })
    // Another device may have deleted the address, and the shop may have changed its terms.
    void client.invalidateQueries({ queryKey: addressQueries.list().queryKey })
    void client.invalidateQueries({ queryKey: ['shop', 'terms'] })
  }

  /** After the order: the address is saved, and the customer goes on to pay where the order is paid online. */
  const goOn = async ({ order, earlier, retried }: Placed, input: OrderInput) => {
    const address = earlier ? null : addressToKeep(input)
    if (formOwner !== null) saveDetails(formOwner, afterOrder(form.getValues(), hasSaved || address !== null))
    const kept = address === null ? null : keepAddress(address)
    if (!isToPayOnline(order) || (retried && missingChanges(order, input).length > 0)) return
    // The page is left: the address must have arrived.
    await kept
    await payOnline(order.orderId)
  }

  const place = async (input: OrderInput) => {
    setChange(null)
    setProblem(null)
    const session = sessionToken()
    const order = orderRequest(input)
    try {
      const placed = await attempt({ order, fromCart: basket.fromCart }, currentUser()?.email ?? '')
      // The session has changed: do not show the order to another account.
      if (sessionToken() !== null && !isCurrentSession(session)) return
      setUnanswered(false)
      // The button stays disabled while the next page loads: another press would be another order.
      const isDone = finish(placed, input)
      setDone(isDone)
      if (isDone) await goOn(placed, input)
    } catch (error) {
      refused(error, input.items, input.quote)
    }
  }

  const isBlank = (errors: FieldErrors<ShippingValues>) =>
    Object.keys(errors).some((field) => form.getValues(field as keyof ShippingValues).trim() === '')
  /** Requires the login first, then the details (order of the specification). */
  const submit = (
    items: OrderedItem[],
    expectedTotal: number,
    coupon = quote === undefined ? null : codeToSend(quote),
  ) => {
    if (sessionToken() === null) return askToLogIn()
    if (quote === undefined || done || form.formState.isSubmitting) return
    void form.handleSubmit(
      (values) => place({ values, saved, needsDistrict, quote, items, expectedTotal, coupon }),
      (errors) => {
        setProblem(null)
        if (isBlank(errors)) toast.error(NO_DETAILS)
      },
    )()
  }

  /** Orders what a refusal offered. */
  const accept = (total: number) => {
    if (change === null) return
    if (change.kind !== 'coupon') return submit(change.items, total)
    removeCoupon()
    submit(change.items, total, null)
  }

  return {
    accept,
    busy: form.formState.isSubmitting || done,
    change,
    clearChange: () => setChange(null),
    unanswered,
    problem,
    setProblem,
    submit,
    askToLogIn,
  }
}

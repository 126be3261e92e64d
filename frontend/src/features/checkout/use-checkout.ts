// The checkout: requires a session, sends the order and handles the answers.
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { isCurrentSession } from '@/api/current-session'
import { showFieldErrors } from '@/api/form-errors'
import { ApiError } from '@/api/problem'
import { currentUser, sessionToken, useSession } from '@/api/session'
import type { OrderedItem, Quote } from '@/api/types'
import { pricedLines } from '@/features/cart/priced-lines'
import { useCart } from '@/features/cart/store'
import { unavailableProducts } from '@/features/cart/unavailable-products'
import { orderQueries } from '@/features/orders/queries'
import { randomId } from '@/lib/random-id'
import { toast } from '@/ui/toast'
import { type Change, changeFromRefusal } from './order-change'
import {
  type Basket,
  clearBasket,
  loadAttempt,
  loadDetails,
  saveDetails,
  saveOrderId,
  ticketIn,
} from './saved-checkout'
import { SHIPPING_FORM, type ShippingValues } from './shipping-rules'
import { isUnanswered, type Placed, useOrderAttempt } from './use-order-attempt'

const FAILED = 'Failed to place order. Please try again.'
const NO_DETAILS = 'Please fill in all shipping details.'
const NO_LOGIN = 'You need to log in to place an order.'

/**
 * The shipping form of `owner` (null: a guest); what is typed is kept as it is typed. The owner is the account that had
 * the session when the form opened, so that typing goes on under it where the session ends.
 */
function useShippingForm(owner: string | null) {
  const { user } = useSession()
  const ticket = ticketIn(useLocation().state)
  const form = useForm<ShippingValues>({
    resolver: zodResolver(SHIPPING_FORM),
    defaultValues: loadDetails(owner, ticket) ?? { name: user?.name ?? '', address: '', phone: '' },
  })
  const { watch, getValues } = form
  useEffect(() => {
    // Details that a ticket handed over belong to the account from now on.
    if (owner !== null && ticket !== null) saveDetails(owner, getValues())
    const { unsubscribe } = watch(({ name = '', address = '', phone = '' }) =>
      saveDetails(owner, { name, address, phone }),
    )
    return unsubscribe
  }, [watch, getValues, owner, ticket])
  return form
}

/** Whether an earlier order has another basket than this checkout. There is one cart, which still has the rest. */
const isAnother = ({ sent, earlier }: Placed, basket: Basket, items: readonly OrderedItem[]): boolean =>
  earlier &&
  !(sent.fromCart && basket.fromCart) &&
  JSON.stringify(sent.order.orderedItems) !== JSON.stringify(items)

function useFinish(basket: Basket) {
  const navigate = useNavigate()
  const client = useQueryClient()
  /** True when the checkout is complete; false after an earlier order, with this basket still to be ordered. */
  return (placed: Placed, items: readonly OrderedItem[]): boolean => {
    const { order, sent, earlier } = placed
    if (sent.fromCart) useCart.getState().removeBought(sent.order.orderedItems)
    client.setQueryData(orderQueries.detail(order.orderId).queryKey, order)
    if (isAnother(placed, basket, items)) {
      toast.info(
        `Your earlier order ${order.orderId} had gone through. What you see here is not ordered yet.`,
      )
      return false
    }
    clearBasket()
    saveOrderId(order.orderId)
    toast.success('Order placed successfully!')
    if (earlier) toast.info('Your earlier order had gone through after all. Nothing was ordered twice.')
    void navigate('/order-success', { replace: true, state: { orderId: order.orderId } })
    return true
  }
}

export function useCheckout(
  typist: string | null,
  basket: Basket,
  quote: Quote | undefined,
  onVanished: (id: string, name: string) => void,
) {
  const navigate = useNavigate()
  const form = useShippingForm(typist)
  const attempt = useOrderAttempt()
  const finish = useFinish(basket)
  const [change, setChange] = useState<Change | null>(null)
  const [done, setDone] = useState(false)
  const owner = useSession().user?.email ?? ''
  const [unanswered, setUnanswered] = useState(
    () => (loadAttempt(owner, Date.now())?.unanswered.length ?? 0) > 0,
  )

  const askToLogIn = () => {
    toast.error(NO_LOGIN)
    const ticket = typist === null ? randomId() : null
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
    toast.error(FAILED)
    showFieldErrors(error, ['name', 'address', 'phone'], form.setError)
  }

  const place = async (values: ShippingValues, items: OrderedItem[], shown: Quote, expectedTotal: number) => {
    const order = { orderedItems: items, ...values, expectedTotal }
    setChange(null)
    const session = sessionToken()
    try {
      const placed = await attempt({ order, fromCart: basket.fromCart }, currentUser()?.email ?? '')
      // The session has changed: do not show the order to another account.
      if (sessionToken() !== null && !isCurrentSession(session)) return
      setUnanswered(false)
      // The button stays disabled while the next page loads: another press would be another order.
      setDone(finish(placed, items))
    } catch (error) {
      refused(error, items, shown)
    }
  }

  const blank = () => Object.values(form.getValues()).some((value) => value.trim() === '')
  /** Requires the login first, then the details (order of the specification). */
  const submit = (items: OrderedItem[], expectedTotal: number) => {
    if (sessionToken() === null) return askToLogIn()
    if (quote === undefined || done || form.formState.isSubmitting) return
    void form.handleSubmit(
      (values) => place(values, items, quote, expectedTotal),
      () => {
        if (blank()) toast.error(NO_DETAILS)
      },
    )()
  }

  return {
    form,
    busy: form.formState.isSubmitting || done,
    change,
    clearChange: () => setChange(null),
    unanswered,
    submit,
    askToLogIn,
  }
}

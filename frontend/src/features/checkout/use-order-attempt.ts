// Sends an order at most once, also when answers are lost and when two tabs order the same cart.
import { api, unwrap } from '@/api/client'
import { ApiError } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { Order } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { usePlaceOrder } from './queries'
import {
  type Attempt,
  attemptFor,
  forgetAttempt,
  forgetSent,
  isOpen,
  keepUnanswered,
  markPlaced,
  rememberSent,
  type SentOrder,
  sameOrder,
} from './saved-attempt'
import type { Basket } from './saved-checkout'

export type Placed = {
  order: Order
  bought: Basket
  /** Another order had been placed before: its answer was lost, or another tab had sent it. */
  earlier: boolean
  /** An answer was lost before: the order may have been placed then, from what was filled in at that time. */
  retried: boolean
}

/** True unless the server refused the order: it may have been placed. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isNetwork || error.status >= 500

const isKeyTaken = (error: unknown): boolean => hasCode(error, 'order.key_reused')

type Shop = {
  send: (sent: SentOrder, key: string) => Promise<Order>
  find: (orderId: string) => Promise<Order>
}

const basketOf = ({ order, fromCart }: SentOrder): Basket => ({ items: order.orderedItems, fromCart })

/**
 * Finds the order of a used key: by its number where another tab has had the answer, else by sending each body that may have placed it,
 * latest first.
 */
async function findEarlier(attempt: Attempt, { send, find }: Shop): Promise<Placed | null> {
  if (attempt.placed !== null) {
    const order = await find(attempt.placed)
    const items = order.orderedItems.map(({ productId, quantity }) => ({ productId, quantity }))
    return { order, bought: { items, fromCart: attempt.fromCart }, earlier: true, retried: true }
  }
  for (const sent of attempt.unanswered.toReversed()) {
    try {
      const order = await send(sent, attempt.key)
      return { order, bought: basketOf(sent), earlier: true, retried: true }
    } catch (error) {
      if (!isKeyTaken(error)) throw error
    }
  }
  return null
}

/** Once for each order: takes what is bought out of the cart, then gives the key up. */
function settle(attempt: Attempt, { order, bought }: Placed): void {
  if (!isOpen(attempt)) return
  // In this order: a tab that finds the key used up finds the cart changed.
  if (bought.fromCart) useCart.getState().removeBought(bought.items)
  markPlaced(attempt, order.orderId)
}

/** Sends `sent` under the owner's key, which is stored first, so that closing the page does not lose it. */
export async function sendOrder(sent: SentOrder, owner: string, nowMs: number, shop: Shop): Promise<Placed> {
  const before = attemptFor(sent.fromCart, owner, nowMs)
  rememberSent(before, sent)
  try {
    const order = await shop.send(sent, before.key)
    const retried = before.unanswered.length > 0
    const placed = { order, bought: basketOf(sent), earlier: false, retried }
    settle(before, placed)
    return placed
  } catch (error) {
    if (isUnanswered(error)) {
      keepUnanswered(before, sent)
      throw error
    }
    if (isKeyTaken(error)) {
      const earlier = await findEarlier(forgetSent(before, sent), shop)
      // Without an order that this device knows, the next attempt needs a new key.
      if (earlier === null) forgetAttempt(before)
      else settle(before, earlier)
      if (earlier !== null) return earlier
      throw error
    }
    // Refused: this body placed no order. An earlier one without an answer may have.
    if (!before.unanswered.some((other) => sameOrder(other, sent))) forgetSent(before, sent)
    throw error
  }
}

export function useOrderAttempt() {
  const { mutateAsync } = usePlaceOrder()
  const shop: Shop = {
    send: async ({ order }, idempotencyKey) => (await mutateAsync({ order, idempotencyKey })).order,
    find: (orderId) => unwrap(api.GET('/api/orders/{orderId}', { params: { path: { orderId } } })),
  }
  return (sent: SentOrder, owner: string) => sendOrder(sent, owner, Date.now(), shop)
}

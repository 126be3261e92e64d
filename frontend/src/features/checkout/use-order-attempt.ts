// Sends an order at most once, also when answers are lost.
import { ApiError } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { Order } from '@/api/types'
import { usePlaceOrder } from './queries'
import { type Attempt, attemptFor, clearAttempt, type SentOrder, saveAttempt } from './saved-checkout'

export type Placed = {
  order: Order
  sent: SentOrder
  /** An earlier order, whose answer was lost, had been placed. */
  earlier: boolean
  /** An answer was lost before: the order may have been placed then, from what was filled in at that time. */
  retried: boolean
}

/** True unless the server refused the order: it may have been placed. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isNetwork || error.status >= 500

const isKeyTaken = (error: unknown): boolean => hasCode(error, 'order.key_reused')

const sameOrder = (a: SentOrder, b: SentOrder): boolean => JSON.stringify(a.order) === JSON.stringify(b.order)

type Send = (sent: SentOrder, key: string) => Promise<Order>

/** Finds the order of a used key: sends each body that may have placed it, latest first. */
async function findEarlier(attempt: Attempt, send: Send): Promise<Placed | null> {
  for (const sent of attempt.unanswered.toReversed()) {
    try {
      return { order: await send(sent, attempt.key), sent, earlier: true, retried: true }
    } catch (error) {
      if (!isKeyTaken(error)) throw error
    }
  }
  return null
}

/** Sends `sent` under the owner's key, which is stored first, so that closing the page does not lose it. */
export async function sendOrder(sent: SentOrder, owner: string, nowMs: number, send: Send): Promise<Placed> {
  const before = attemptFor(owner, nowMs)
  const others = before.unanswered.filter((other) => !sameOrder(other, sent))
  saveAttempt({ ...before, unanswered: [...others, sent] })
  try {
    const order = await send(sent, before.key)
    clearAttempt()
    return { order, sent, earlier: false, retried: before.unanswered.length > 0 }
  } catch (error) {
    if (isUnanswered(error)) throw error
    if (isKeyTaken(error)) {
      const attempt = { ...before, unanswered: others }
      saveAttempt(attempt)
      const earlier = await findEarlier(attempt, send)
      // The key belongs to an order unknown to this tab: the next attempt needs a new key.
      clearAttempt()
      if (earlier !== null) return earlier
      throw error
    }
    // Refused: this body placed no order. An earlier one without an answer may have.
    const wasUnanswered = before.unanswered.length > others.length
    saveAttempt(wasUnanswered ? before : { ...before, unanswered: others })
    throw error
  }
}

export function useOrderAttempt() {
  const { mutateAsync } = usePlaceOrder()
  const send: Send = async ({ order }, idempotencyKey) => (await mutateAsync({ order, idempotencyKey })).order
  return (sent: SentOrder, owner: string) => sendOrder(sent, owner, Date.now(), send)
}

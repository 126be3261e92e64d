// The key of an order, kept until the outcome of the order is known. The cart belongs to the device, and so does the key of its order:
// every tab that orders the cart sends the same one. A purchase without the cart keeps its key in its tab.
import { keepOnDevice, onStorageChange, readFromDevice } from '@/api/device-storage'
import type { PlaceOrderRequest } from '@/api/types'
import { randomId } from '@/lib/random-id'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'

const ATTEMPT_KEY = 'checkout-attempt'
/** The key of the cart's attempt in a tab whose device keeps nothing. */
const CART_IN_TAB_KEY = 'checkout-attempt-cart'
/** The server keeps idempotency keys for at least 24 hours (contract, Orders): older ones are not used. */
const ATTEMPT_LIFE_MS = 24 * 60 * 60 * 1000

export type SentOrder = { order: PlaceOrderRequest; fromCart: boolean }
export type Attempt = {
  /** Whose key it is: keys are per user. */
  owner: string
  key: string
  /** Orders sent under the key without an answer: any of them may have been placed. */
  unanswered: SentOrder[]
  begunAt: number
  /** The number of the order that was placed under the key; null before. */
  placed: string | null
  /** True for the key of the device's cart. */
  fromCart: boolean
}

function parsed(value: unknown, fromCart: boolean): Attempt | null {
  const { owner, key, unanswered, begunAt, placed } = (value ?? {}) as Record<string, unknown>
  if (typeof owner !== 'string' || typeof key !== 'string' || typeof begunAt !== 'number') return null
  return {
    owner,
    key,
    begunAt,
    unanswered: Array.isArray(unanswered) ? (unanswered as SentOrder[]) : [],
    placed: typeof placed === 'string' ? placed : null,
    fromCart,
  }
}

function stored(fromCart: boolean): Attempt | null {
  if (!fromCart) return readFromTab(ATTEMPT_KEY, (value) => parsed(value, false))
  const text = readFromDevice(ATTEMPT_KEY)
  if (text === null) return readFromTab(CART_IN_TAB_KEY, (value) => parsed(value, true))
  try {
    return parsed(JSON.parse(text), true)
  } catch {
    return null
  }
}

function save({ fromCart, ...attempt }: Attempt): void {
  if (fromCart) keepOnDevice(ATTEMPT_KEY, JSON.stringify(attempt))
  if (!fromCart) saveInTab(ATTEMPT_KEY, attempt)
  else if (readFromDevice(ATTEMPT_KEY) === null) saveInTab(CART_IN_TAB_KEY, attempt)
}

/** The pending attempt of `owner`, or null. One that is too old is removed: it may contain an address. */
export function loadAttempt(fromCart: boolean, owner: string, nowMs: number): Attempt | null {
  const attempt = stored(fromCart)
  if (attempt === null) return null
  if (nowMs - attempt.begunAt >= ATTEMPT_LIFE_MS) {
    forgetAttempt(attempt)
    return null
  }
  return attempt.owner === owner && attempt.placed === null ? attempt : null
}

const begun = (fromCart: boolean, owner: string, nowMs: number): Attempt => ({
  owner,
  key: randomId(),
  unanswered: [],
  begunAt: nowMs,
  placed: null,
  fromCart,
})

const unansweredOf = (fromCart: boolean, owner: string, nowMs: number): Attempt | null => {
  const attempt = loadAttempt(fromCart, owner, nowMs)
  return attempt !== null && attempt.unanswered.length > 0 ? attempt : null
}

/** Whether an order of this tab, or of the device's cart, has no answer yet. */
export const hasUnanswered = (owner: string, nowMs: number): boolean =>
  (unansweredOf(true, owner, nowMs) ?? unansweredOf(false, owner, nowMs)) !== null
/** Calls back when another tab has changed the attempt of the cart. Returns the unsubscribe function. */
export const onAttemptChange = (changed: () => void): (() => void) => onStorageChange(ATTEMPT_KEY, changed)

/** Gives the cart a key before its order is sent, so that tabs which send it at the same moment have the same. */
export function reserveKey(owner: string, nowMs: number): void {
  if (loadAttempt(true, owner, nowMs) === null) save(begun(true, owner, nowMs))
}

/**
 * The attempt that the next order continues: one without an answer comes first, whether or not it was of the cart. A key is used until an
 * order is placed; a refused order does not use it up.
 */
export function attemptFor(fromCart: boolean, owner: string, nowMs: number): Attempt {
  return (
    unansweredOf(fromCart, owner, nowMs) ??
    unansweredOf(!fromCart, owner, nowMs) ??
    loadAttempt(fromCart, owner, nowMs) ??
    begun(fromCart, owner, nowMs)
  )
}

export const sameOrder = (a: SentOrder, b: SentOrder): boolean =>
  JSON.stringify(a.order) === JSON.stringify(b.order)

const without = ({ unanswered }: Attempt, sent: SentOrder): SentOrder[] =>
  unanswered.filter((other) => !sameOrder(other, sent))

/** Remembers an order before it is sent: closing the page does not lose it. */
export const rememberSent = (attempt: Attempt, sent: SentOrder): void =>
  save({ ...attempt, unanswered: [...without(attempt, sent), sent] })

/** The attempt as it is stored: another tab may have changed it meanwhile. Null when its key is not the stored one any more. */
function present({ fromCart, key }: Attempt): Attempt | null {
  const now = stored(fromCart)
  return now?.key === key ? now : null
}

/** Remembers that no answer to `sent` came. */
export function keepUnanswered(attempt: Attempt, sent: SentOrder): void {
  const now = present(attempt)
  if (now !== null && now.placed === null) rememberSent(now, sent)
}

/** Forgets `sent`, which placed no order. Returns what is left of the attempt. */
export function forgetSent(attempt: Attempt, sent: SentOrder): Attempt {
  const now = present(attempt) ?? attempt
  const left = { ...now, unanswered: without(now, sent) }
  if (present(attempt) !== null) save(left)
  return left
}

/** Whether the key may still be used: no other tab knows its order yet. */
export function isOpen(attempt: Attempt): boolean {
  const now = stored(attempt.fromCart)
  return now === null || (now.key === attempt.key && now.placed === null)
}
/** Remembers the order that used the key up, for the tabs that may still send it. */
export const markPlaced = (attempt: Attempt, orderId: string): void =>
  save({ ...attempt, unanswered: [], placed: orderId })

/** Gives the key up. */
export function forgetAttempt(attempt: Attempt): void {
  if (present(attempt) === null) return
  if (attempt.fromCart) keepOnDevice(ATTEMPT_KEY, null)
  removeFromTab(attempt.fromCart ? CART_IN_TAB_KEY : ATTEMPT_KEY)
}

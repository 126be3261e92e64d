// The state of a checkout in this tab, which survives a reload and a login.
import type { OrderedItem, PlaceOrderRequest } from '@/api/types'
import { type CartLine, parseCart } from '@/features/cart/store'
import { DRAFT_PREFIX } from '@/lib/draft'
import { randomId } from '@/lib/random-id'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { BLANK_SHIPPING, type ShippingValues } from './shipping-values'

const ITEMS_KEY = 'checkout'
const DETAILS_KEY = `${DRAFT_PREFIX}shipping`
const ATTEMPT_KEY = 'checkout-attempt'
const PLACED_KEY = 'checkout-placed'
/** The server keeps idempotency keys for at least 24 hours (contract, Orders): older ones are not used. */
const ATTEMPT_LIFE_MS = 24 * 60 * 60 * 1000

/** The lines to order; with `fromCart`, they are removed from the cart afterwards. */
export type Basket = { items: OrderedItem[]; fromCart: boolean }
export type SentOrder = { order: PlaceOrderRequest; fromCart: boolean }
export type Attempt = {
  /** Whose key it is: keys are per user. */
  owner: string
  key: string
  /** Orders sent under the key without an answer: any of them may have been placed. */
  unanswered: SentOrder[]
  begunAt: number
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const record = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>

/** Parses a basket from a navigation state (`{items, fromCart?}`) or from storage; null when it is empty. */
function readBasket(value: unknown): Basket | null {
  const { items, orderedItems, fromCart } = record(value)
  const lines = parseCart(JSON.stringify(items ?? orderedItems ?? []))
  return lines.length === 0 ? null : { items: lines, fromCart: fromCart === true }
}

/**
 * The basket of this history entry: from its navigation state, or after a reload from storage, where it may have been
 * adjusted.
 */
export function basketAt(entry: string, state: unknown): Basket | null {
  const saved = readFromTab(ITEMS_KEY, (value) => {
    const basket = readBasket(value)
    return basket === null ? null : { ...basket, entry: text(record(value).entry) }
  })
  const given = readBasket(state)
  if (given === null || saved?.entry === entry) return saved
  return given
}
/** `cart` is the cart as this checkout knows it: another one was changed in another tab. */
export const saveBasket = (entry: string, { items, fromCart }: Basket, cart: readonly CartLine[]): void =>
  saveInTab(ITEMS_KEY, { items, fromCart, entry, cart })
/** The cart that the checkout of this history entry knew before a reload; null without one. */
export const knownCartAt = (entry: string): CartLine[] | null =>
  readFromTab(ITEMS_KEY, (value) => {
    const saved = record(value)
    return text(saved.entry) === entry && Array.isArray(saved.cart)
      ? parseCart(JSON.stringify(saved.cart))
      : null
  })
export const clearBasket = (): void => removeFromTab(ITEMS_KEY)

/**
 * The shipping details of `owner` (null: a guest). A guest's details pass to an account in one case: the checkout sent the guest
 * to log in, and the login returned with the stored `ticket`.
 */
export function loadDetails(owner: string | null, ticket: string | null): ShippingValues | null {
  return readFromTab(DETAILS_KEY, (value) => {
    const saved = record(value)
    const handedOver = saved.owner === null && ticket !== null && saved.ticket === ticket
    if (saved.owner !== owner && !handedOver) return null
    const fields = Object.keys(BLANK_SHIPPING).map((field) => [field, text(saved[field])])
    return Object.fromEntries(fields) as ShippingValues
  })
}
/** With a `ticket`, the login that returns it receives the details. */
export const saveDetails = (
  owner: string | null,
  details: ShippingValues,
  ticket: string | null = null,
): void => saveInTab(DETAILS_KEY, { owner, ticket, ...details })

/** The ticket in a navigation state, or null. */
export const ticketIn = (state: unknown): string | null => text(record(state).ticket) || null

function readAttempt(value: unknown): Attempt | null {
  const { owner, key, unanswered, begunAt } = record(value)
  if (typeof owner !== 'string' || typeof key !== 'string' || typeof begunAt !== 'number') return null
  return { owner, key, begunAt, unanswered: Array.isArray(unanswered) ? (unanswered as SentOrder[]) : [] }
}

/** The pending attempt of `owner`, or null. */
export function loadAttempt(owner: string, nowMs: number): Attempt | null {
  const attempt = readFromTab(ATTEMPT_KEY, readAttempt)
  const valid = attempt !== null && attempt.owner === owner && nowMs - attempt.begunAt < ATTEMPT_LIFE_MS
  return valid ? attempt : null
}

/** The pending attempt or a new one. A key is used until an order is placed; a refused order does not use it up. */
export function attemptFor(owner: string, nowMs: number): Attempt {
  return loadAttempt(owner, nowMs) ?? { owner, key: randomId(), unanswered: [], begunAt: nowMs }
}
export const saveAttempt = (attempt: Attempt): void => saveInTab(ATTEMPT_KEY, attempt)
export const clearAttempt = (): void => removeFromTab(ATTEMPT_KEY)

/** The number of the last order in this tab. */
export const loadOrderId = (): string | null =>
  readFromTab(PLACED_KEY, (value) => (typeof value === 'string' && value !== '' ? value : null))
export const saveOrderId = (orderId: string): void => saveInTab(PLACED_KEY, orderId)

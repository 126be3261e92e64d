// The state of a checkout in this tab, which survives a reload and a login.
import type { OrderedItem } from '@/api/types'
import { type CartLine, parseCart } from '@/features/cart/store'
import { DRAFT_PREFIX } from '@/lib/draft'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { BLANK_SHIPPING, type ShippingValues } from './shipping-values'

const ITEMS_KEY = 'checkout'
const DETAILS_KEY = `${DRAFT_PREFIX}shipping`
const PLACED_KEY = 'checkout-placed'

/** The lines to order; with `fromCart`, they are removed from the cart afterwards. */
export type Basket = { items: OrderedItem[]; fromCart: boolean }

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

/** The number of the last order in this tab. */
export const loadOrderId = (): string | null =>
  readFromTab(PLACED_KEY, (value) => (typeof value === 'string' && value !== '' ? value : null))
export const saveOrderId = (orderId: string): void => saveInTab(PLACED_KEY, orderId)

// The cart: productId and quantity in local storage under the key 'cart'. Prices come from the quote and are not stored.
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { onStorageChange } from '@/api/on-storage-change'
import { upperLimit } from '@/lib/limits'

const CART_KEY = 'cart'
/** The most lines of an order. An old cart may have more. */
export const maxLines = (): number => upperLimit('cartLines')

export type CartLine = { productId: string; quantity: number }
type StoredCart = { lines: CartLine[] }
type CartState = StoredCart & {
  /** Adds to the line's quantity; 0 or less removes the line. Returns false when the cart is full. */
  add: (productId: string, quantity?: number) => boolean
  setQuantity: (productId: string, quantity: number) => void
  remove: (productId: string) => void
  /** Subtracts bought quantities; what was added since stays. */
  removeBought: (bought: readonly CartLine[]) => void
}

/** An integer within the shop's limit. */
const clamp = (quantity: number): number => Math.min(upperLimit('maxQuantity'), Math.trunc(quantity))

/** `lines` with a product's quantity changed by `by`; a line at 0 or less is removed. */
function changeQuantity(lines: readonly CartLine[], productId: string, by: number): CartLine[] {
  if (!Number.isFinite(by)) return [...lines]
  const existing = lines.find((line) => line.productId === productId)
  const quantity = clamp((existing?.quantity ?? 0) + by)
  if (quantity <= 0) return lines.filter((line) => line.productId !== productId)
  if (existing === undefined) return [...lines, { productId, quantity }]
  return lines.map((line) => (line.productId === productId ? { productId, quantity } : line))
}

/** Parses stored lines; drops invalid ones. */
export function parseCart(json: string | null): CartLine[] {
  let value: unknown
  try {
    value = JSON.parse(json ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(value)) return []
  return value.reduce<CartLine[]>((lines, item: unknown) => {
    const { productId, quantity } = (item ?? {}) as Partial<Record<keyof CartLine, unknown>>
    const valid =
      typeof productId === 'string' && productId !== '' && typeof quantity === 'number' && quantity >= 1
    return valid ? changeQuantity(lines, productId, quantity) : lines
  }, [])
}

const storage: PersistStorage<StoredCart> = {
  getItem: (key) => {
    if (typeof localStorage === 'undefined') return null
    return { state: { lines: parseCart(localStorage.getItem(key)) } }
  },
  setItem: (key, { state }) => {
    try {
      localStorage.setItem(
        key,
        JSON.stringify(state.lines.map(({ productId, quantity }) => ({ productId, quantity }))),
      )
    } catch (error) {
      console.warn('The cart cannot be kept on this device:', error)
    }
  },
  removeItem: (key) => localStorage.removeItem(key),
}

export const useCart = create<CartState>()(
  persist(
    (set, get) => {
      const change = (edit: (lines: CartLine[]) => CartLine[]) => set(({ lines }) => ({ lines: edit(lines) }))
      return {
        lines: [],
        add: (productId, quantity = 1) => {
          const { lines } = get()
          const isNew = lines.every((line) => line.productId !== productId)
          if (isNew && quantity > 0 && lines.length >= maxLines()) return false
          change((current) => changeQuantity(current, productId, quantity))
          return true
        },
        setQuantity: (productId, quantity) =>
          change((lines) => {
            const existing = lines.find((line) => line.productId === productId)?.quantity ?? 0
            return changeQuantity(lines, productId, Math.max(1, quantity) - existing)
          }),
        remove: (productId) => change((lines) => lines.filter((line) => line.productId !== productId)),
        removeBought: (bought) =>
          change((lines) =>
            bought.reduce((left, b) => changeQuantity(left, b.productId, -b.quantity), lines),
          ),
      }
    },
    // startCart reads the storage: the first client render must equal the server's, with an empty cart.
    { name: CART_KEY, storage, partialize: ({ lines }) => ({ lines }), skipHydration: true },
  ),
)

/** Reads the stored cart and follows other tabs. Returns the unsubscribe function. */
export function startCart(): () => void {
  const read = () => void useCart.persist.rehydrate()
  read()
  return onStorageChange(CART_KEY, read)
}

/** The number of units in the cart. */
export const useCartCount = (): number =>
  useCart((cart) => cart.lines.reduce((sum, line) => sum + line.quantity, 0))

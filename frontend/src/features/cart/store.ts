// The cart, kept on this device under the key 'cart' as a bare list of productId and quantity. Prices never live
// here: they come from the quote.
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { onStorageChange } from '@/api/on-storage-change'
import { upperLimit } from '@/lib/limits'

const CART_KEY = 'cart'
/** The most different products that an order takes. A cart kept from earlier times may hold more. */
export const maxLines = (): number => upperLimit('cartLines')

export type CartLine = { productId: string; quantity: number }
type StoredCart = { lines: CartLine[] }
type CartState = StoredCart & {
  /** Adds to what is there already; a result of 0 or less removes the line. False, and nothing changed: the cart is full. */
  add: (productId: string, quantity?: number) => boolean
  setQuantity: (productId: string, quantity: number) => void
  remove: (productId: string) => void
  /** Takes bought lines out, leaving whatever was added to them since. */
  removeBought: (bought: readonly CartLine[]) => void
}

/** A whole number, no greater than the shop accepts. */
const clamp = (quantity: number): number => Math.min(upperLimit('maxQuantity'), Math.trunc(quantity))

/** `lines` with `by` more of a product: merged into its line, removed at 0 or less. */
export function changeQuantity(lines: readonly CartLine[], productId: string, by: number): CartLine[] {
  if (!Number.isFinite(by)) return [...lines]
  const held = lines.find((line) => line.productId === productId)
  const quantity = clamp((held?.quantity ?? 0) + by)
  if (quantity <= 0) return lines.filter((line) => line.productId !== productId)
  if (held === undefined) return [...lines, { productId, quantity }]
  return lines.map((line) => (line.productId === productId ? { productId, quantity } : line))
}

/** The lines in a stored value; whatever is not a line is left out, whoever wrote it. */
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
          change((held) => changeQuantity(held, productId, quantity))
          return true
        },
        setQuantity: (productId, quantity) =>
          change((lines) => {
            const held = lines.find((line) => line.productId === productId)?.quantity ?? 0
            return changeQuantity(lines, productId, Math.max(1, quantity) - held)
          }),
        remove: (productId) => change((lines) => lines.filter((line) => line.productId !== productId)),
        removeBought: (bought) =>
          change((lines) =>
            bought.reduce((left, b) => changeQuantity(left, b.productId, -b.quantity), lines),
          ),
      }
    },
    // Reading waits for startCart: the first client render must be the server's, an empty cart.
    { name: CART_KEY, storage, partialize: ({ lines }) => ({ lines }), skipHydration: true },
  ),
)

/** Reads the kept cart and from then on follows what other tabs do. Returns the undo. */
export function startCart(): () => void {
  const read = () => void useCart.persist.rehydrate()
  read()
  return onStorageChange(CART_KEY, read)
}

/** How many pieces the cart holds. */
export const useCartCount = (): number =>
  useCart((cart) => cart.lines.reduce((sum, line) => sum + line.quantity, 0))

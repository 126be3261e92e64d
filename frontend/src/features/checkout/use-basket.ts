import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readFromDevice } from '@/api/device-storage'
import { type CartLine, useCart } from '@/features/cart/store'
import { type Basket, basketAt, knownCartAt, saveBasket } from './saved-checkout'

const EMPTY: Basket = { items: [], fromCart: false }

/** The cart as it is stored: another tab may have changed it. Without a stored one it is that of this page. */
function readCart(): readonly CartLine[] {
  if (readFromDevice('cart') !== null) void useCart.persist.rehydrate()
  return useCart.getState().lines
}

export type CheckoutBasket = {
  basket: Basket
  adjust: (productId: string, quantity: number) => void
  /** The cart that the basket came from was changed or ordered in another tab; `isEmpty` where nothing is in it. */
  overtaken: { isEmpty: boolean; takeCart: () => void; keepBasket: () => void } | null
  /** Reads the cart again: the news of another tab's change may still be under way. */
  isOvertakenNow: () => boolean
}

/** The basket of this checkout, which survives a reload. Adjustments also change the cart that it came from. */
export function useBasket(): CheckoutBasket {
  const { key, state } = useLocation()
  const [basket, setBasket] = useState<Basket>(() => basketAt(key, state) ?? EMPTY)
  const cart = useCart(({ lines }) => lines)
  const [known, setKnown] = useState(() => knownCartAt(key) ?? cart)
  useEffect(() => saveBasket(key, basket, known), [key, basket, known])

  const { fromCart } = basket
  const adjust = useCallback(
    (productId: string, quantity: number) => {
      setBasket(({ items, ...rest }) => ({
        ...rest,
        items:
          quantity <= 0
            ? items.filter((item) => item.productId !== productId)
            : items.map((item) => (item.productId === productId ? { productId, quantity } : item)),
      }))
      if (!fromCart) return
      const { remove, setQuantity, lines } = useCart.getState()
      if (quantity <= 0) remove(productId)
      else if (lines.some((line) => line.productId === productId)) setQuantity(productId, quantity)
      setKnown(useCart.getState().lines)
    },
    [fromCart],
  )
  const isAnother = (lines: readonly CartLine[]): boolean =>
    fromCart && JSON.stringify(lines) !== JSON.stringify(known)
  const overtaken = isAnother(cart)
    ? {
        isEmpty: cart.length === 0,
        takeCart: () => {
          setBasket({ items: cart, fromCart })
          setKnown(cart)
        },
        keepBasket: () => setKnown(cart),
      }
    : null
  return { basket, adjust, overtaken, isOvertakenNow: () => isAnother(readCart()) }
}

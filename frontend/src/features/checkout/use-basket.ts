import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useCart } from '@/features/cart/store'
import { type Basket, basketAt, saveBasket } from './saved-checkout'

const EMPTY: Basket = { items: [], fromCart: false }

/** The basket of this checkout, which survives a reload. Adjustments also change the cart that it came from. */
export function useBasket(): { basket: Basket; adjust: (productId: string, quantity: number) => void } {
  const { key, state } = useLocation()
  const [basket, setBasket] = useState<Basket>(() => basketAt(key, state) ?? EMPTY)
  useEffect(() => saveBasket(key, basket), [key, basket])

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
    },
    [fromCart],
  )
  return { basket, adjust }
}

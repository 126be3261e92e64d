import { RotateCcw } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Order } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'

/** Sees that the cart has the items of an order, at their present prices, and opens it. A second press adds nothing. */
export function BuyAgain({ order }: { order: Order }) {
  const add = useCart((cart) => cart.add)
  const navigate = useNavigate()
  const buy = () => {
    const added = order.orderedItems.filter(({ productId, quantity }) => {
      const present = useCart.getState().lines.find((line) => line.productId === productId)?.quantity ?? 0
      return present >= quantity || add(productId, quantity - present)
    })
    if (added.length < order.orderedItems.length) toast.error('Your cart is full: some items were not added.')
    void navigate('/cart')
  }
  return (
    <Button variant="secondary" onClick={buy}>
      <RotateCcw aria-hidden size={18} />
      Buy again
    </Button>
  )
}

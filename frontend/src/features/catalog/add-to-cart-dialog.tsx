import { useState } from 'react'
import type { Product } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { formatCents, lineTotalCents } from '@/lib/money'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { toast } from '@/ui/toast'

/** Asks how many, then puts them into the cart. There is no maximum; more than the stock is said, not refused. */
function Question({
  product,
  open,
  onOpenChange,
}: {
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [quantity, setQuantity] = useState(1)
  const add = useCart((cart) => cart.add)
  const confirm = () => {
    add(product.productId, quantity)
    toast.success(`${quantity} x ${product.productName} added to cart successfully`)
    onOpenChange(false)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Add to Cart"
      description={`How many of ${product.productName} would you like?`}
      confirmLabel="Confirm"
      onConfirm={confirm}
    >
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
        <QuantityStepper value={quantity} onChange={setQuantity} label={product.productName} />
        <p aria-live="polite" className="text-lg font-semibold tabular-nums">
          {formatCents(lineTotalCents(product.lastPrice, quantity))}
        </p>
      </div>
      {quantity > product.stock && (
        <p role="status" className="mt-3 text-sm font-medium text-warning">
          Only {product.stock} in stock right now.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** `opening` counts the openings: each one begins at 1 again. */
export function AddToCartDialog({
  opening,
  ...question
}: {
  opening: number
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return <Question key={opening} {...question} />
}

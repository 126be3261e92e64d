import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '@/api/types'
import { maxLines, useCart } from '@/features/cart/store'
import { formatCents, lineTotalCents } from '@/lib/money'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { toast } from '@/ui/toast'

/** A press on Confirm within this many ms after a correction belongs to the same gesture. */
const SAME_PRESS_MS = 500

/** Asks for a quantity up to the stock and adds it to the cart. */
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
  const [full, setFull] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const correctedAtMs = useRef(0)
  const navigate = useNavigate()
  const add = useCart((cart) => cart.add)
  const confirm = () => {
    // A corrected number is added only after the user has seen it.
    if (Date.now() - correctedAtMs.current < SAME_PRESS_MS) return input.current?.focus()
    if (!add(product.productId, quantity)) return setFull(true)
    toast.success(`${quantity} x ${product.productName} added to cart successfully`, {
      label: 'View Cart',
      to: '/cart',
      go: () => void navigate('/cart'),
    })
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
      initialFocus={input}
    >
      <div className="mt-5 flex flex-wrap items-start justify-between gap-4">
        <QuantityStepper
          value={quantity}
          onChange={setQuantity}
          onCorrected={() => {
            correctedAtMs.current = Date.now()
          }}
          label={product.productName}
          max={product.stock}
          inputRef={input}
        />
        <p aria-live="polite" className="py-2.5 text-lg font-semibold tabular-nums">
          {formatCents(lineTotalCents(product.lastPrice, quantity))}
        </p>
      </div>
      {full && (
        <p role="alert" className="mt-3 text-sm font-medium text-error">
          Your cart holds {maxLines()} different products, and an order takes no more. Take one out to add
          this one.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** `opening` counts the openings: each starts with the quantity 1. */
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

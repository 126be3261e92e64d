import { ShoppingBag } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Product } from '@/api/types'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'

export type BuyButtonsProps = { product: Product; onAdd: () => void; className?: string; compact?: boolean }

/** 'Add To Cart' and 'Buy Now'. Buy Now starts a checkout of one unit and does not change the cart. */
export function BuyButtons({ product, onAdd, className, compact = false }: BuyButtonsProps) {
  const navigate = useNavigate()
  const soldOut = product.stock <= 0
  const buyNow = () =>
    void navigate('/shipping', { state: { items: [{ productId: product.productId, quantity: 1 }] } })
  const common = {
    size: compact ? 'md' : 'lg',
    disabled: soldOut,
    'aria-describedby': soldOut ? 'sold-out-reason' : undefined,
  } as const
  const room = compact ? 'px-2! text-sm! sm:px-4! sm:text-base!' : 'px-4!'
  return (
    <div className={cx('flex', compact ? 'gap-2 sm:gap-3' : 'gap-3', className)}>
      <Button {...common} onClick={onAdd} className={cx('min-w-0 flex-1', room)}>
        {!compact && <ShoppingBag aria-hidden size={20} strokeWidth={1.75} />}
        Add To Cart
      </Button>
      <Button
        {...common}
        variant="secondary"
        onClick={buyNow}
        className={cx('min-w-0 flex-1 bg-white', room)}
      >
        Buy Now
      </Button>
    </div>
  )
}

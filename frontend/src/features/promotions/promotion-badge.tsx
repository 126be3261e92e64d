import type { Product } from '@/api/types'
import { Badge } from '@/ui/badge'
import { useOnCard } from './announced'
import { announcePromotion } from './words'

/** The promotion of a product on its card; nothing without one. */
export function PromotionBadge({ product }: { product: Product }) {
  const promotion = useOnCard(product)
  return (
    promotion && (
      <div className="pointer-events-none absolute start-2.5 bottom-3">
        <Badge tone="blush">{announcePromotion(promotion)}</Badge>
      </div>
    )
  )
}

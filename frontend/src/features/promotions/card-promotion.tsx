import type { Product } from '@/api/types'
import { LazyMount } from '@/ui/lazy-mount'
import { optionalPart } from '@/ui/lazy-part'

const PromotionBadge = optionalPart(async () => (await import('./promotion-badge')).PromotionBadge)

/** The badge of a card's promotion: a page outlives promotions, so it comes after the page. */
export function CardPromotion({ product }: { product: Product }) {
  return (
    <LazyMount when>
      <PromotionBadge product={product} />
    </LazyMount>
  )
}

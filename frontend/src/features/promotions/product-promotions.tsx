import { Tag, Truck } from 'lucide-react'
import type { Product } from '@/api/types'
import { useAnnounced } from './announced'
import { announcePromotion } from './words'

/** More promotions than these would push the buttons away. */
const SHOWN = 2

/** The promotions of a product, on its page; nothing without any. */
export function ProductPromotions({ product }: { product: Product }) {
  const shown = useAnnounced(product).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <ul aria-label="Promotions" className="grid gap-1">
      {shown.map((promotion) => {
        const Icon = promotion.benefit === 'freeDelivery' ? Truck : Tag
        return (
          <li key={promotion.name} className="flex gap-2 font-semibold text-lotus-deep">
            <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 flex-none" />
            {announcePromotion(promotion)}
          </li>
        )
      })}
    </ul>
  )
}

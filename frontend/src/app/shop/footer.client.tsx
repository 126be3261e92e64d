import { hydratedLater } from '@/ui/hydrated-later'
import { optionalPart } from '@/ui/lazy-part'

export const FOOTER = hydratedLater(
  optionalPart(async () => (await import('./shop-footer')).ShopFooter),
  {},
)

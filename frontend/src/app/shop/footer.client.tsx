import { hydratedLater } from '@/ui/hydrated-later'
import { lazyPart } from '@/ui/lazy-part'

export const FOOTER = hydratedLater(lazyPart(async () => (await import('./shop-footer')).ShopFooter))

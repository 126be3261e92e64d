import { hydratedLater } from '@/ui/hydrated-later'
import { lazyPart } from '@/ui/lazy-part'

export const LOWER_HALF = hydratedLater(lazyPart(async () => (await import('./lower-half')).LowerHalf))

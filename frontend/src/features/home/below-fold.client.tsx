import { hydratedLater } from '@/ui/hydrated-later'
import { optionalPart } from '@/ui/lazy-part'

export const LOWER_HALF = hydratedLater(optionalPart(async () => (await import('./below-fold')).LowerHalf))

import { hydratedLater } from '@/ui/hydrated-later'
import { optionalPart } from '@/ui/lazy-part'

export const BELOW_FOLD = hydratedLater(optionalPart(async () => (await import('./below-fold')).BelowFold))

import { hydratedLater } from '@/ui/hydrated-later'
import { BelowFold } from './below-fold'

export const BELOW_FOLD = hydratedLater(BelowFold)
